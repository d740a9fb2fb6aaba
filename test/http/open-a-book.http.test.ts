// docs/operating, 'open-a-book.md', line by line: from a service without people to a live store.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tools/postgres.ts'
import { type Desk, deskAt, enrolPasskey, over } from '../desk.ts'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import { LIVE } from '../live-server.ts'
import { blocksOf } from '../page-lines.ts'
import { checkoutBody, clientOf, ended, type Json, newMid, runProgram } from '../running-server.ts'

const ORIGIN = 'http://localhost:1'
const ENVIRONMENT = {
  SECRET_KEY: 'a secret key of the tests, long enough for all',
  ...{ DEMO: 'false', BASE_URL: ORIGIN },
}
const LINK = /once within 30 minutes: http:\/\/localhost:1\/desk\/start#([\w-]{43})/
const START_MS_MAX = 60_000

let place: TestPlace
let base: string
let stop: () => Promise<void>
let first: string
before(async () => {
  place = await testPlace('migrated')
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  const child = runProgram('main.ts', { place, environment: { ...ENVIRONMENT, PORT: `${port}` } })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const limit = Date.now() + START_MS_MAX
  while (!(said.includes('listening on') && LINK.test(said))) {
    if (Date.now() > limit || child.exitCode !== null) throw new Error(said)
    await pause(25)
  }
  first = LINK.exec(said)?.[1] ?? ''
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

async function svc(args: readonly string[]): Promise<Json> {
  const program = runProgram('cli.ts', { place, environment: ENVIRONMENT, args })
  const { code, stdout, stderr } = await ended(program)
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

const people = new Map<string, Desk>()
/** Opens a link in a browser of their own and makes a passkey. */
async function enter(token: string, names?: object): Promise<Desk> {
  const desk = deskAt(over(base), ORIGIN)
  const started = await desk.send('POST', '/lender/start', { token, ...names })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  await enrolPasskey(desk, { origin: ORIGIN, rpId: 'localhost' })
  return desk
}
async function invited({ name, link }: Json): Promise<void> {
  people.set(name.toLowerCase(), await enter(link.split('#')[1]))
}

/** What stands for a value in a line, as soon as it is known. */
const known: Record<string, string> = {}
const filled = (text: string) => text.replace(/\b[A-Z]{3,}\b/g, (name) => known[name] ?? name)

async function sendAs(desk: Desk, text: string): Promise<Json> {
  const [, method = '', path = '', body] = /^(\w+) (\S+)(?: '(.*)')?$/.exec(text) ?? []
  const { status, body: said } = await desk.send(method, path, body && JSON.parse(body))
  assert.ok(status >= 200 && status < 300, `${text}: ${JSON.stringify(said)}`)
  return { status, said }
}

async function approve(desk: Desk): Promise<Json> {
  const path = filled('/lender/approvals/APPROVAL')
  const { said } = await sendAs(desk, `GET ${path}`)
  const note = { effects_hash: said.effects_hash, note: 'Looks right.' }
  const done = await sendAs(desk, `POST ${path}/approve '${JSON.stringify(note)}'`)
  assert.equal(done.said.status, 'executed', JSON.stringify(done.said))
  return done
}

/** A live checkout with the store's own key. */
async function checkOut(): Promise<Json> {
  const demo = { store_id: '', public_key: '', private_key: known.KEY ?? '', base_url: base }
  const shop = clientOf({ demo }, { accept: LIVE })
  const merchant = { notification_url: 'https://shop.example/notify' }
  const { status, body } = await shop(
    ...(['POST', '/checkout', checkoutBody(newMid(), 40_000, { merchant })] as const),
  )
  return { status, said: body }
}

function learn({ said }: Json): void {
  if (said?.approval?.id !== undefined) known.APPROVAL = said.approval.id
  const [terms] = said?.results ?? []
  if (terms?.version !== undefined) known.VERSION = String(terms.version)
}

async function carryOut(line: string): Promise<Json> {
  const [, who = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
  if (who === 'shop') return checkOut()
  if (who === 'svc') {
    const said = await svc(filled(rest).split(' '))
    if (said.private_key !== undefined || said.key !== undefined) known.KEY = said.key
    return { status: 0, said }
  }
  const desk = people.get(who)
  assert.ok(desk !== undefined, `${who} has not signed in`)
  if (rest === 'APPROVE') return approve(desk)
  const reply = await sendAs(desk, filled(rest))
  if (reply.said?.link != null) await invited(reply.said)
  if (reply.said?.answer?.link != null) await invited(reply.said.answer)
  if (rest.startsWith('POST /lender/stores ')) known.STORE = reply.said.id
  return reply
}

test('each line of the page does what it says, up to a live checkout', async () => {
  const store = await svc(['stores', 'create', '--name', 'Trial'])
  known.KEY = store.private_key
  const lacking = await checkOut()
  assert.equal(lacking.status, 503, JSON.stringify(lacking.said))
  assert.match(lacking.said.error.message, /no two administrators who can sign in yet/)
  people.set('ada', await enter(first, { name: 'Ada', email: 'ada@lender.example' }))
  assert.match((await checkOut()).said.error.message, /no two administrators/)

  const lines = blocksOf('open-a-book.md').flatMap(({ text }) => text.trim().split('\n'))
  assert.ok(lines.length >= 16, `${lines.length} lines`)
  const done: string[] = []
  for (const line of lines) {
    const reply = await carryOut(line)
    learn(reply)
    done.push(`${line.split(' ', 2).join(' ')} ${reply.status}`)
  }
  assert.deepEqual([...people.keys()], ['ada', 'ben', 'rita', 'finn'])
  // Rights, terms and the activation took two; a store is taken on by one.
  assert.deepEqual(
    done.filter((each) => / 20[12]$/.test(each)),
    [
      'ada POST 201',
      'ada POST 202',
      'ada POST 202',
      'ada POST 201',
      'rita POST 202',
      'ada POST 202',
    ],
  )
  const { status, said } = await checkOut()
  assert.equal(done.at(-1), 'shop POST 503')
  assert.deepEqual([status, said.error.code], [503, 'live_not_configured'])
  assert.equal(said.error.message, 'Live mode has no payment provider yet')
  const finn = people.get('finn')
  assert.ok(finn !== undefined)
  const [terms] = (await sendAs(finn, filled('GET /lender/stores/STORE/terms'))).said.results
  assert.deepEqual(
    [terms.state, terms.lender.name, terms.decision.open_amount_max],
    ['in_force', 'Lender S.A.', 300_000],
  )
})

test('by then the doctor says nothing of people, and no policy is the operator’s', async () => {
  const program = (args: readonly string[]) =>
    ended(runProgram('cli.ts', { place, environment: ENVIRONMENT, args }))
  const { stdout } = await program(['doctor', '--json'])
  const { checks } = JSON.parse(stdout)
  const said = checks.find(({ name }: Json) => name === 'administrators')
  assert.deepEqual([said.status, said.message], ['ok', '2 can sign in'])
  const refused = await program(['rates', 'set', '--currency', 'EUR', '--exposure-max', '1'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /by now two people change it/)
  const shown = await svc(['rates', 'show'])
  assert.deepEqual([shown.version, shown.exposure_max], [1, 500_000])
})
