// The first administrator of a production service, `svc staff`, and sessions over two processes.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Desk, deskAt, enrolPassword, over } from '../desk.ts'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import { ended, type Json, runProgram } from '../running-server.ts'

const ENVIRONMENT = {
  SECRET_KEY: 'a secret key of the tests, long enough for all',
  DEMO: 'false',
  BASE_URL: 'http://localhost:1',
}
const ORIGIN = 'http://localhost:1'
const LINK = /once within 30 minutes: http:\/\/localhost:1\/desk\/start#([\w-]{43})/

type Running = {
  readonly baseUrl: string
  readonly said: () => string
  stop(): Promise<void>
}

let place: TestPlace
const running: Running[] = []

/** BASE_URL is where a proxy would be; the process itself listens elsewhere. */
async function start(): Promise<Running> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const child = runProgram('main.ts', { place, environment: { ...ENVIRONMENT, PORT: `${port}` } })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const limit = Date.now() + 60_000
  while (!said.includes('listening on')) {
    // Somebody else's by now: another one.
    if (child.exitCode !== null && said.includes('EADDRINUSE')) return start()
    if (Date.now() > limit || child.exitCode !== null) throw new Error(said)
    await pause(25)
  }
  const made: Running = {
    baseUrl: `http://127.0.0.1:${port}`,
    said: () => said,
    async stop() {
      if (child.exitCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
  running.push(made)
  return made
}

const browserAt = ({ baseUrl }: Running): Desk => deskAt(over(baseUrl), ORIGIN)

async function svc(
  ...args: string[]
): Promise<{ code: number | null; answer: Json; said: string }> {
  const program = runProgram('cli.ts', { place, environment: ENVIRONMENT, args })
  const { code, stdout, stderr } = await ended(program)
  return { code, answer: stdout === '' ? null : JSON.parse(stdout), said: stderr }
}

const tokenOf = (link: string): string => link.split('#')[1] ?? ''

before(async () => {
  place = await testPlace('migrated')
})
after(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await place.remove()
})

test('the first administrator, by one link of however many processes', async () => {
  const isServer = place.databaseUrl !== undefined
  const all = isServer ? await Promise.all([start(), start()]) : [await start()]
  const links = all.flatMap(({ said }) => LINK.exec(said())?.[1] ?? [])
  assert.equal(links.length, 1, all.map(({ said }) => said()).join('\n'))
  const file = join(place.folder, 'first-admin')
  if (!isServer) {
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.match(readFileSync(file, 'utf8'), new RegExp(links[0] ?? '-'))
  }
  const again = await svc('staff', 'invite', '--first')
  assert.equal(again.code, 0, again.said)
  const [here = running[0], there = here] = all
  assert.ok(here !== undefined && there !== undefined)
  const admin = browserAt(here)
  const names = { name: 'Grace', email: 'grace@lender.example' }
  const old = await admin.send('POST', '/lender/start', { token: links[0], ...names })
  assert.equal(old.status, 401, 'a newer link takes its place')
  const token = tokenOf(again.answer.link)
  assert.equal((await admin.send('POST', '/lender/start', { token, ...names })).status, 200)
  assert.match(admin.cookie() ?? '', /^desk=/)
  await enrolPassword(admin, { password: 'correct horse battery', now: Date.now })
  const elsewhere = browserAt(there)
  elsewhere.holds(admin.cookie())
  assert.equal((await elsewhere.send('GET', '/lender/me')).body.session.kind, 'full')

  const more = await svc('staff', 'invite', '--first')
  assert.equal(more.code, 1)
  assert.match(more.said, /A person with this e-mail address is active/)

  const { answer: sessions } = await svc('staff', 'sessions', 'grace@lender.example')
  assert.equal(sessions.length, 1)
  const { answer: gone } = await svc('staff', 'sessions', 'grace@lender.example', '--end')
  assert.deepEqual(gone, { ended: 1 })
  for (const desk of [admin, elsewhere]) {
    assert.equal((await desk.send('GET', '/lender/me')).body.error.code, 'session_ended')
  }
  for (const { said } of all) assert.doesNotMatch(said(), new RegExp(token))
  assert.ok(isServer || existsSync(file))
})

test('svc staff invites, lists, recovers and disables', async () => {
  const [server] = running
  assert.ok(server !== undefined)
  const invited = await svc(
    ...['staff', 'invite', '--name', 'Alan', '--email', 'alan@lender.example'],
    ...['--roles', 'support,risk'],
  )
  assert.equal(invited.code, 0, invited.said)
  const store = await svc('stores', 'create', '--name', 'Bicycles')
  const edith = ['--name', 'Edith', '--email', 'edith@shop.example']
  const member = await svc(
    ...['staff', 'invite', ...edith, '--store', store.answer.store_id, '--as', 'store_owner'],
  )
  assert.equal(member.code, 0, member.said)
  assert.deepEqual(member.answer.stores, [{ store_id: store.answer.store_id, role: 'store_owner' }])
  const wrong = await svc('staff', 'invite', '--name', 'X', '--email', 'x', '--roles', 'king')
  assert.equal(wrong.code, 78)
  assert.match(wrong.said, /--email/)
  const { answer: listed } = await svc('staff', 'list')
  assert.deepEqual(
    listed.map(({ email }: { email: string }) => email),
    ['edith@shop.example', 'alan@lender.example', 'grace@lender.example'],
  )
  const recovered = await svc('staff', 'recover', 'alan@lender.example')
  const first = browserAt(server)
  const spent = { token: tokenOf(invited.answer.link) }
  assert.equal((await first.send('POST', '/lender/start', spent)).status, 401)
  const token = tokenOf(recovered.answer.link)
  assert.equal((await first.send('POST', '/lender/start', { token })).status, 200)
  await enrolPassword(first, { password: 'correct horse battery', now: Date.now })
  assert.equal((await first.send('GET', '/lender/me')).body.factors.totp, true)
  const second = await svc('staff', 'recover', 'alan@lender.example')
  const again = browserAt(server)
  const body = { token: tokenOf(second.answer.link) }
  const { body: me } = await again.send('POST', '/lender/start', body)
  assert.deepEqual([me.factors.password, me.factors.totp], [false, false], 'the old factors end')
  assert.equal((await first.send('GET', '/lender/me')).status, 401)
  const disabled = await svc('staff', 'disable', 'alan@lender.example')
  assert.notEqual(disabled.answer.disabled_at, null)
  assert.equal((await again.send('GET', '/lender/me')).status, 401)
  const nobody = await svc('staff', 'recover', 'nobody@lender.example')
  assert.deepEqual([nobody.code, /no person has the address/.test(nobody.said)], [1, true])
})

/** The lines of the guide that a shell would run, with what its reader fills in. */
function linesOf(guide: string, values: Readonly<Record<string, string>>): string[][] {
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
  return blocks
    .flatMap((text) => text.trim().split('\n'))
    .map((line) => line.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? ''))
    .map((line) =>
      [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ''),
    )
}

test('the commands of the guide work as described', async () => {
  const own = await testPlace('migrated')
  const run = async (args: readonly string[]) => {
    const program = runProgram('cli.ts', { place: own, environment: ENVIRONMENT, args })
    return ended(program)
  }
  try {
    const made = await run(['stores', 'create', '--name', 'Bicycles'])
    const { store_id: STORE } = JSON.parse(made.stdout)
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/sign-in.md'), 'utf8')
    const lines = linesOf(guide, { STORE })
    assert.ok(lines.length >= 9, `${lines.length} lines`)
    for (const [program, ...args] of lines) {
      assert.equal(program, 'svc')
      const { code, stderr } = await run(args)
      assert.equal(code, 0, `svc ${args.join(' ')}: ${stderr}`)
    }
  } finally {
    await own.remove()
  }
})
