import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { commandLine, type Environment } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-settings-'))
after(() => rmSync(folder, { recursive: true, force: true }))

class Faulty extends Error {}

function read(env: Environment, ...args: readonly string[]) {
  return commandLine('start', { argv: ['node', 'start', ...args], env }, (faults) => {
    throw new Faulty(faults.join('\n'))
  })
}

function faultOf(env: Environment, ...args: readonly string[]): string {
  try {
    read(env, ...args)
  } catch (error) {
    if (error instanceof Faulty) return error.message
    throw error
  }
  return assert.fail('it was taken')
}

function fileOf(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const WHSEC = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

test('a secret comes from its variable or a file, without the final line end', () => {
  const settings = read({
    SECRET_KEY_FILE: fileOf('secret', 'a secret of sixteen or more\n'),
    DATABASE_URL_FILE: fileOf('database', 'postgres://a:b@db.example/c\n'),
    DECISION_URL: 'https://score.example',
    DECISION_SECRET_FILE: fileOf('decision', WHSEC),
    DEMO: 'no',
  })
  assert.equal(settings.secretKey, 'a secret of sixteen or more')
  assert.equal(settings.databaseUrl, 'postgres://a:b@db.example/c')
  assert.equal(settings.scorecard?.secret, WHSEC)
})

test('a variable together with its file is a fault, and so is an unreadable file', () => {
  const both = { SECRET_KEY: 'x'.repeat(16), SECRET_KEY_FILE: fileOf('both', 'y'.repeat(16)) }
  assert.match(faultOf(both), /^SECRET_KEY and SECRET_KEY_FILE are both set/m)
  assert.match(faultOf({ SECRET_KEYS_FILE: join(folder, 'none') }), /cannot be read: ENOENT/)
  mkdirSync(join(folder, 'a-folder'))
  assert.match(faultOf({ SECRET_KEYS_FILE: join(folder, 'a-folder') }), /is no file/)
  const large = fileOf('large', 'x'.repeat(65_537))
  assert.match(faultOf({ SECRET_KEYS_FILE: large }), /has more than 65536 bytes/)
})

test('a setting that is not a secret has no file', () => {
  assert.equal(read({ BRAND_FILE: fileOf('brand', 'other') }).brand, 'svc')
})

for (const flag of ['secret-key', 'secret-keys', 'token-keys', 'decision-secret']) {
  test(`--${flag} is refused, and its value is not repeated`, () => {
    for (const args of [[`--${flag}`, 'CANARY'], [`--${flag}=CANARY`]]) {
      const fault = faultOf({}, ...args)
      assert.match(fault, new RegExp(`^--${flag} is no flag: set `))
      assert.ok(!fault.includes('CANARY'))
    }
  })
}

test('a password in --database-url is refused outside the demo', () => {
  const environment = { DEMO: 'no', SECRET_KEY: 'x'.repeat(16) }
  for (const url of ['postgres://a:CANARY@db/c', 'postgres://a@db/c?password=CANARY']) {
    const fault = faultOf(environment, '--database-url', url)
    assert.match(fault, /^--database-url must carry no password/)
    assert.ok(!fault.includes('CANARY'))
    assert.equal(read({}, '--database-url', url).databaseUrl, url, 'the demo takes it')
    assert.equal(read({ ...environment, DATABASE_URL: url }).databaseUrl, url)
  }
  const plain = 'postgres://a@db/c'
  assert.equal(read(environment, '--database-url', plain).databaseUrl, plain)
})
