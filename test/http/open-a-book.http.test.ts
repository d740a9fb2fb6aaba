// docs/operating, 'open-a-book.md', typed in a shell: from nobody at all to a live store.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tools/postgres.ts'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import { LIVE } from '../live-server.ts'
import { blocksOf, elsewhere, folderOf, missingProgram, programsIn, shell } from '../page-lines.ts'
import { commandOf } from '../programs.ts'
import {
  checkoutBody,
  clientOf,
  ended,
  environmentOf,
  type Json,
  newMid,
  runProgram,
} from '../running-server.ts'

// Nothing answers there yet, and cookies are for TLS alone.
const ORIGIN = 'https://pay.example.com'
const ENVIRONMENT = {
  SECRET_KEY: 'a secret key of the tests, long enough for all',
  ...{ DEMO: 'false', BASE_URL: ORIGIN },
}
const LINK = /once within 30 minutes: https:\/\/pay\.example\.com\/desk\/start#[\w-]{43}\n/
const START_MS_MAX = 60_000

let place: TestPlace
let base: string
let stop: () => Promise<void>
let said = ''
before(async () => {
  place = await testPlace('migrated')
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const child = runProgram('main.ts', { place, environment: { ...ENVIRONMENT, PORT: `${port}` } })
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const limit = Date.now() + START_MS_MAX
  while (!(said.includes('listening on') && LINK.test(said))) {
    if (Date.now() > limit || child.exitCode !== null) throw new Error(said)
    await pause(25)
  }
  stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
})
after(async () => {
  await stop()
  await place.remove()
})

const program = (args: readonly string[]) =>
  ended(runProgram('cli.ts', { place, environment: ENVIRONMENT, args }))
async function svc(args: readonly string[]): Promise<Json> {
  const { code, stdout, stderr } = await program(args)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

/** Why a live checkout of a store is refused. */
async function refusal(key: string): Promise<string> {
  const demo = { store_id: '', public_key: '', private_key: key, base_url: base }
  const merchant = { notification_url: 'https://shop.example/notify' }
  const shop = clientOf({ demo }, { accept: LIVE })
  const body = checkoutBody(newMid(), 40_000, { merchant })
  const answer = await shop('POST', '/checkout', body)
  assert.equal(answer.status, 503, JSON.stringify(answer.body))
  return answer.body.error.message
}

test('each command of the page works as described, up to a live checkout', async (context) => {
  const missing = missingProgram()
  if (missing !== undefined) return context.skip(`there is no ${missing} here`)
  const trial = await svc(['stores', 'create', '--name', 'Trial'])
  assert.match(await refusal(trial.private_key), /no two administrators who can sign in yet/)

  const folder = folderOf(context)
  for (const name of ['etc', 'work']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'etc/svc.env'), `PORT=8080\nBASE_URL=${ORIGIN}\n`)
  writeFileSync(join(folder, 'log'), said)
  const places = {
    '/etc/svc': `${folder}/etc`,
    '/opt/svc/bin/node': `"${process.execPath}"`,
    'http://127.0.0.1:8080': base,
  }
  const node = `exec "${process.execPath}"`
  const codes = `import { Secret, TOTP } from "${import.meta.resolve('otpauth')}"
    const secret = Secret.fromBase32(process.argv.at(-1))
    console.log(new TOTP({ secret }).generate())`
  writeFileSync(join(folder, 'codes.mjs'), codes)
  const programs = {
    'apt-get': ':',
    journalctl: `cat "${folder}/log"`,
    oathtool: `${node} "${folder}/codes.mjs" "$@"`,
    sudo: 'exec "$@"',
    svc: `${node} ${commandOf('cli.ts').join(' ')} "$@"`,
  }
  const lines = blocksOf('open-a-book.md').map(({ text }) => text)
  const shown = await shell(elsewhere(lines.join(''), places), {
    cwd: join(folder, 'work'),
    environment: {
      ...environmentOf(place, ENVIRONMENT),
      PATH: programsIn(join(folder, 'bin'), programs),
    },
  })

  assert.deepEqual(
    [...shown.matchAll(/"action":"(\w+)".*"status":"executed"/g)].map(([, action]) => action),
    ['staff', 'staff', 'terms', 'store_activate'],
  )
  const answers = shown.trim().split('\n')
  assert.deepEqual(
    answers.filter((line) => line.startsWith('{"error"')),
    answers.slice(-1),
  )
  const { error } = JSON.parse(answers.at(-1) ?? '')
  assert.equal(error.code, 'live_not_configured')
  assert.equal(error.message, 'Live mode has no payment provider yet')
  // The store that nobody has activated goes on as before.
  assert.equal(await refusal(trial.private_key), error.message)
})

test('by then the doctor reports nothing on people, and no policy is the operator’s', async () => {
  const { stdout } = await program(['doctor', '--json'])
  const { checks } = JSON.parse(stdout)
  const of = checks.find(({ name }: Json) => name === 'administrators')
  assert.deepEqual([of.status, of.message], ['ok', '2 can sign in'])
  const refused = await program(['rates', 'set', '--currency', 'EUR', '--exposure-max', '1'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /by now two people change it/)
  const shown = await svc(['rates', 'show'])
  assert.deepEqual([shown.version, shown.exposure_max], [1, 500_000])
  const stores = await svc(['stores', 'list'])
  const states = stores.map(({ name, state }: Json) => `${name}: ${state}`)
  assert.deepEqual(states.sort(), ['Bicycles: active', 'Trial: active'])
})
