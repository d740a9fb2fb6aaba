// Lists and statements on a hot standby: never behind what was acknowledged, whatever it does.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../packages/server/src/platform/database/open-database.ts'
import { startPostgres } from '../tools/postgres.ts'
import { queryServer } from './postgres-faults.ts'
import { clientOf, confirmedOrder, startServer } from './running-server.ts'

const FIVE_MINUTES = { timeout: 300_000 }
const WAIT_MS_MAX = 60_000
const SECRET_KEY = 'a secret key for tests only'
const WITHOUT_DISK = { fsync: 'off', full_page_writes: 'off' }
const SKIP = 'there is no PostgreSQL server here'

async function startBoth(context: TestContext) {
  const primary = await startPostgres(WITHOUT_DISK)
  if (primary === undefined) return undefined
  context.after(() => primary.stop())
  const standby = await startPostgres(WITHOUT_DISK, tmpdir(), primary)
  assert.ok(standby !== undefined)
  context.after(() => standby.stop())
  return { primary, standby }
}

async function openBoth(context: TestContext, primaryUrl: string, readUrl: string) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const options = { databaseUrl: primaryUrl, readUrl, folder: '', fraction: Math.random, print }
  const database = await openDatabase(options)
  context.after(() => database.close())
  /** Which of the two servers answers. */
  const reader = async () => {
    const [row] = await database.search('SELECT pg_is_in_recovery() AS standby', [])
    return row?.standby === true ? 'standby' : 'primary'
  }
  const readerIs = async (wanted: string) => {
    const limit = Date.now() + WAIT_MS_MAX
    while ((await reader()) !== wanted) {
      assert.ok(Date.now() < limit, `the ${wanted} does not read: ${lines.join('; ')}`)
      await pause(50)
    }
  }
  return { database, lines, reader, readerIs }
}

test(
  'an earlier write is read on the standby, or on the primary',
  FIVE_MINUTES,
  async (context) => {
    const servers = await startBoth(context)
    if (servers === undefined) return context.skip(SKIP)
    const { primary, standby } = servers
    const { database, lines, reader, readerIs } = await openBoth(context, primary.url, standby.url)
    await queryServer(primary.url, 'CREATE TABLE marks (number int)')
    let number = 0
    /** A search that begins after the acknowledgement sees it. */
    const writeAndRead = async () => {
      number++
      await queryServer(primary.url, `INSERT INTO marks VALUES (${number})`)
      const [row] = await database.search('SELECT max(number) AS last FROM marks', [])
      assert.equal(row?.last, number)
    }
    await readerIs('standby')
    assert.deepEqual(
      await database.query('SELECT pg_is_in_recovery() AS standby', []),
      [{ standby: false }],
      'all else is read where it is written',
    )
    for (let times = 0; times < 200; times++) await writeAndRead()

    await context.test('one that does not follow is not used for a while', async () => {
      await queryServer(standby.url, 'SELECT pg_wal_replay_pause()')
      await writeAndRead()
      assert.equal(await reader(), 'primary')
      assert.match(lines.join('\n'), /in place of the standby: it is late/)
      await queryServer(standby.url, 'SELECT pg_wal_replay_resume()')
      await readerIs('standby')
      await writeAndRead()
      assert.equal(lines.at(-1), 'the standby reads again')
    })

    await context.test('one that hangs delays one reader by a second at most', async () => {
      process.kill(standby.pid(), 'SIGSTOP')
      const stopped = childrenOf(standby.pid())
      for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      try {
        await writeAndRead()
        assert.equal(await reader(), 'primary')
        assert.match(lines.join('\n'), /does not answer within 1000 ms/)
      } finally {
        for (const pid of [standby.pid(), ...stopped]) process.kill(pid, 'SIGCONT')
      }
      await readerIs('standby')
      await writeAndRead()
    })

    await context.test('one that is stopped and started is read again', async () => {
      await standby.control('stop', '-m', 'immediate')
      await writeAndRead()
      assert.equal(await reader(), 'primary')
      await standby.control('start')
      await readerIs('standby')
      await writeAndRead()
    })

    await context.test('a statement that is wrong fails, and no other pays for it', async () => {
      await assert.rejects(database.search('SELECT nothing FROM marks', []), { code: '42703' })
      assert.equal(await reader(), 'standby')
    })

    await context.test('one that was promoted is no longer a standby', async () => {
      await standby.control('promote')
      await queryServer(standby.url, 'INSERT INTO marks VALUES (-1), (1000000)')
      for (let times = 0; times < 5; times++) await writeAndRead()
      assert.equal(await reader(), 'primary')
    })
  },
)

test('a store that lists reads its own writes', FIVE_MINUTES, async (context) => {
  const servers = await startBoth(context)
  if (servers === undefined) return context.skip(SKIP)
  const { primary, standby } = servers
  const folder = mkdtempSync(join(tmpdir(), 'svc-reads-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  const environment = { SECRET_KEY, DATABASE_READ_URL: standby.url }
  const place = Promise.resolve({ databaseUrl: primary.url, folder, remove })
  const server = await startServer(environment, place)
  context.after(() => server.remove())
  const client = clientOf(server)
  const list = async (query = '') => {
    const { status, text, body } = await client('GET', `/orders?page_size=1${query}`)
    assert.equal(status, 200, text)
    return body
  }
  const before = (await list()).paging.count
  for (let number = 1; number <= 20; number++) {
    const { id, mid } = await confirmedOrder(client, 10_000)
    const all = await list()
    assert.deepEqual([all.paging.count, all.results[0].id], [before + number, id])
    assert.equal((await list(`&mid=${mid}`)).paging.count, 1)
  }
  // The figures of a server lag a little behind what it does.
  const scans = `SELECT coalesce(sum(idx_scan + seq_scan), 0)::int AS number
    FROM pg_stat_user_tables WHERE relname = 'orders'`
  const limit = Date.now() + WAIT_MS_MAX
  for (;;) {
    const [row] = await queryServer(standby.url, scans)
    if (Number(row?.number) >= 30) break
    assert.ok(Date.now() < limit, `the standby has read ${row?.number} times`)
    await pause(200)
  }
})

/** All processes of a server but its first. */
function childrenOf(pid: number): number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return text
    .split('\n')
    .map(Number)
    .filter((each) => each > 0)
}
