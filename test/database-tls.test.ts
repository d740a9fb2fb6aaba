// TLS to PostgreSQL: what is accepted and what is refused is what libpq accepts and refuses.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openPostgres } from '../packages/server/src/platform/database/postgres.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../tools/postgres.ts'
import { createCertificate } from './fixtures/certificate.ts'
import { queryServer } from './postgres-faults.ts'
import { ended, runProgram } from './running-server.ts'

const SKIP = 'there is no PostgreSQL server here'
const run = promisify(execFile)

let server: PostgresServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'svc-tls-'))
const file = (name: string) => join(folder, name)
/** Of the server, which reads its files as another user. */
let owner = { uid: 0, gid: 0 }

before(async () => {
  server = await startPostgres({ fsync: 'off' })
  if (server === undefined) return
  const [row] = await queryServer(
    server.url,
    `SELECT current_setting('data_directory') AS data, current_setting('hba_file') AS hba`,
  )
  owner = statSync(String(row?.data))
  chmodSync(folder, 0o755)
  for (const name of ['ca', 'other']) makeAuthority(name)
  makeSigned('server', '/CN=server', 'DNS:localhost')
  makeSigned('client', '/CN=certified', 'DNS:client')
  openssl(
    'pkey',
    '-in',
    file('client.key'),
    '-aes256',
    '-passout',
    'pass:open',
    '-out',
    file('locked.key'),
  )
  const ended = createCertificate(['localhost'], new Date('2024-01-01T00:00:00Z'))
  writeFileSync(file('ended.crt'), ended.cert)
  writeFileSync(file('ended.key'), ended.key)
  for (const name of ['server', 'ended', 'client', 'locked']) chmodSync(file(`${name}.key`), 0o600)
  if (process.getuid?.() === 0)
    for (const name of ['server', 'ended']) chownSync(file(`${name}.key`), owner.uid, owner.gid)
  const hba = String(row?.hba)
  const rules =
    'hostssl all certified all cert\nhostssl all guarded all trust\nhost all guarded all reject'
  writeFileSync(hba, `${rules}\n${readFileSync(hba, 'utf8')}`)
  for (const role of ['certified', 'guarded'])
    await queryServer(server.url, `CREATE ROLE ${role} LOGIN`)
  await queryServer(server.url, `ALTER SYSTEM SET ssl_ca_file = '${file('ca.crt')}'`)
  await speaks('server')
})
after(() => {
  server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' })
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const

function makeAuthority(name: string): void {
  const to = ['-keyout', file(`${name}.key`), '-out', file(`${name}.crt`)]
  openssl('req', '-x509', ...NEW_KEY, '-days', '30', '-subj', `/CN=${name}`, ...to)
}

function makeSigned(name: string, subject: string, alternative: string): void {
  const request = file(`${name}.csr`)
  const names = file(`${name}.ext`)
  writeFileSync(names, `subjectAltName=${alternative}\n`)
  openssl('req', ...NEW_KEY, '-subj', subject, '-keyout', file(`${name}.key`), '-out', request)
  const by = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial']
  const to = ['-extfile', names, '-days', '30', '-out', file(`${name}.crt`)]
  openssl('x509', '-req', '-in', request, ...by, ...to)
}

/** What the server shows from now on; undefined: it speaks no TLS. */
async function speaks(name: string | undefined): Promise<void> {
  const url = server?.url ?? ''
  if (name !== undefined) {
    await queryServer(url, `ALTER SYSTEM SET ssl_cert_file = '${file(`${name}.crt`)}'`)
    await queryServer(url, `ALTER SYSTEM SET ssl_key_file = '${file(`${name}.key`)}'`)
  }
  await queryServer(url, `ALTER SYSTEM SET ssl = ${name === undefined ? 'off' : 'on'}`)
  await queryServer(url, 'SELECT pg_reload_conf()')
  // A process of the server reads the files anew when it begins, and the first of all may be late.
  const wanted = name === undefined ? 'off' : 'on'
  for (;;) {
    const [row] = await queryServer(url, `SELECT current_setting('ssl') AS ssl`)
    if (row?.ssl === wanted) return
  }
}

type Address = { readonly host?: string; readonly role?: string }

const addressOf = (
  query: Record<string, string>,
  { host = 'localhost', role = 'postgres' }: Address,
) => `postgres://${role}@${host}:${server?.port}/postgres?${new URLSearchParams(query)}`

const STATE = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'

/** Over TLS or plainly; or the words with which it is refused. */
async function connected(url: string): Promise<{ ssl: boolean } | { refusal: string }> {
  try {
    const engine = openPostgres({ url, connectionsMax: 1, onLost: () => {} })
    try {
      const connection = await engine.connect()
      const [[row] = []] = await connection.batch([{ text: STATE, values: [] }])
      engine.release(connection, false)
      return { ssl: row?.ssl === true }
    } finally {
      await engine.close()
    }
  } catch (error) {
    return { refusal: String(error) }
  }
}

/** The same by libpq; it has no files of its own here. */
async function byLibpq(url: string): Promise<{ ssl: boolean } | undefined> {
  const psql = join(postgresPrograms() ?? '', 'psql')
  try {
    const { stdout } = await run(psql, [url, '-w', '-Atc', STATE], { env: { HOME: folder } })
    return { ssl: stdout.trim() === 't' }
  } catch {
    return undefined
  }
}

const CA = { sslrootcert: file('ca.crt') }
const OTHER = { sslrootcert: file('other.crt') }
const ENDED = { sslrootcert: file('ended.crt') }
const CLIENT = { sslcert: file('client.crt'), sslkey: file('client.key') }
const LOCKED = { ...CLIENT, sslkey: file('locked.key') }
const IP = { host: '127.0.0.1' }
const CERTIFIED = { role: 'certified' }
const GUARDED = { role: 'guarded' }

type Case = readonly [
  what: string,
  query: Record<string, string>,
  address: Address,
  /** Whether it is encrypted, or how it is refused. */
  expected: boolean | RegExp,
]

const cases: readonly (readonly [string | undefined, readonly Case[]])[] = [
  [
    'server',
    [
      ['all is right', { sslmode: 'verify-full', ...CA }, {}, true],
      ['the host has another name', { sslmode: 'verify-full', ...CA }, IP, /altnames/],
      ['the name is not looked at', { sslmode: 'verify-ca', ...CA }, IP, true],
      ['the authority is another', { sslmode: 'verify-full', ...OTHER }, {}, /self-signed/],
      ['so it is without the name', { sslmode: 'verify-ca', ...OTHER }, {}, /self-signed/],
      ['anybody will do', { sslmode: 'require' }, IP, true],
      ['require with an authority verifies', { sslmode: 'require', ...OTHER }, {}, /self-signed/],
      ['but not the name', { sslmode: 'require', ...CA }, IP, true],
      ['none is asked for', { sslmode: 'disable' }, {}, false],
      ['the server wants it', { sslmode: 'disable' }, GUARDED, /pg_hba|rejects/],
      ['and gets it', { sslmode: 'require' }, GUARDED, true],
      [
        'a certificate of the client',
        { sslmode: 'verify-full', ...CA, ...CLIENT },
        CERTIFIED,
        true,
      ],
      ['without one', { sslmode: 'verify-full', ...CA }, CERTIFIED, /certificate/],
      [
        'its key is locked',
        { sslmode: 'require', ...LOCKED, sslpassword: 'open' },
        CERTIFIED,
        true,
      ],
      [
        'with a wrong password',
        { sslmode: 'require', ...LOCKED, sslpassword: 'x' },
        CERTIFIED,
        /./,
      ],
    ],
  ],
  [
    'ended',
    [
      ['it has ended', { sslmode: 'verify-full', ...ENDED }, {}, /expired/],
      ['so it has without the name', { sslmode: 'verify-ca', ...ENDED }, {}, /expired/],
      ['who looks at nothing', { sslmode: 'require' }, {}, true],
    ],
  ],
  [
    undefined,
    [
      ['the server has none', { sslmode: 'require' }, {}, /does not support SSL/],
      ['nor for who verifies', { sslmode: 'verify-full', ...CA }, {}, /does not support SSL/],
      ['who wants none', { sslmode: 'disable' }, {}, false],
    ],
  ],
]

for (const [shown, list] of cases)
  test(`a server that shows ${shown ?? 'nothing'} is taken as libpq takes it`, async (context) => {
    if (server === undefined) return context.skip(SKIP)
    await speaks(shown)
    for (const [what, query, address, expected] of list) {
      const url = addressOf(query, address)
      const [ours, libpq] = [await connected(url), await byLibpq(url)]
      const isRefused = typeof expected !== 'boolean'
      assert.deepEqual(libpq, isRefused ? undefined : { ssl: expected }, `libpq: ${what}`)
      if (!isRefused) assert.deepEqual(ours, { ssl: expected }, what)
      else assert.match('refusal' in ours ? ours.refusal : 'it is taken', expected, what)
    }
  })

test('a socket of this machine uses none, whatever the mode', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  await speaks('server')
  const [row] = await queryServer(server.url, 'SHOW unix_socket_directories')
  const at = { host: String(row?.unix_socket_directories), port: String(server.port) }
  const query = new URLSearchParams({ ...at, user: 'postgres', sslmode: 'require' })
  const url = `postgres:///postgres?${query}`
  assert.deepEqual([await connected(url), await byLibpq(url)], [{ ssl: false }, { ssl: false }])
})

test('a start does not wait for a certificate to become good', async (context) => {
  if (server === undefined) return context.skip(SKIP)
  await speaks('server')
  for (const [query, words] of [
    [{ sslmode: 'verify-full', ...OTHER }, /could not be migrated: self-signed/],
    [
      { sslmode: 'verify-full', ...CA, sslrootcert: file('none') },
      /sslrootcert of .* cannot be read: ENOENT/,
    ],
  ] as const) {
    const environment = { DATABASE_URL: addressOf(query, {}), DATABASE_WAIT: '60' }
    const place = { databaseUrl: server.url, folder, remove: async () => {} }
    const { code, stderr } = await ended(
      runProgram('cli.ts', { place, environment, args: ['migrate'] }),
    )
    assert.equal(code, 1)
    assert.match(stderr, words)
    assert.doesNotMatch(stderr, /waiting/)
  }
})
