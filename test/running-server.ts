/**
 * The service as its users run it: a process of its own, reached over HTTP, on a database of the
 * test's own.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { after, afterEach, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { checkDocumented } from './documented.ts'
import { databaseEnvironment, type TestPlace, testPlace } from './fixtures/test-database.ts'
import { commandOf, type Program } from './programs.ts'
import { type Demo, readyDemo } from './ready-demo.ts'
import { SHORT_LIVED } from './short-lived.ts'

export type RunningServer = {
  readonly demo: Demo
  readonly place: TestPlace
  log(): string
  /** Waits for its end; answers the exit code. */
  exited(): Promise<number | null>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>
  /** Ends it as an operator does; answers the exit code. */
  stop(): Promise<number | null>
  /** Starts it again on the same data, at another port. */
  restart(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

export type Environment = Readonly<Record<string, string>>

export function environmentOf({ databaseUrl, folder }: TestPlace, more: Environment) {
  const database = databaseUrl === undefined ? {} : databaseEnvironment(databaseUrl)
  const own = { PORT: '0', DATA_DIR: folder, DRAIN_SECONDS: '0', DATABASE_UNSAFE: 'yes' }
  return { ...process.env, ...own, DEMO_LIFE: 'off', ...database, ...more }
}

/** A program of the server (`main.ts`, `cli.ts`), or of the tests, on the data of a place. */
export function runProgram(
  program: Program,
  {
    place,
    args = [],
    environment = {},
  }: { place: TestPlace; args?: readonly string[]; environment?: Environment },
): ChildProcess {
  return spawn(process.execPath, [...SHORT_LIVED, ...commandOf(program), ...args], {
    env: environmentOf(place, environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** What a program said by the time it ended. */
export async function ended(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

/** Starts the demo, on the data of a place if there is one, and waits until it answers. */
export async function startServer(
  environment: Environment = {},
  // A copied demo has keys of another secret than one that is given.
  begun = testPlace(environment.SECRET_KEY === undefined ? 'demo' : 'migrated'),
): Promise<RunningServer> {
  const place = await begun
  let log = ''
  const begin = () => {
    const begun = runProgram('main.ts', { place, environment })
    begun.stderr?.on('data', (chunk) => {
      log += chunk
    })
    return begun
  }
  let child = begin()
  let demo: Demo = await readyDemo(child, place)
  const exited = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    return child.exitCode
  }
  return {
    place,
    log: () => log,
    get demo(): Demo {
      return demo
    },
    exited,
    async kill() {
      child.kill('SIGKILL')
      await exited()
    },
    async stop() {
      child.kill('SIGTERM')
      return exited()
    },
    async restart() {
      child = begin()
      demo = await readyDemo(child, place)
    },
    async remove() {
      child.kill('SIGKILL')
      await exited()
      await place.remove()
    },
  }
}

const LOG_SHOWN = 2_000

/** One for the tests of a file, which show the end of its log if they fail. */
export function ownServer(environment: Environment = {}): RunningServer {
  const server = {} as RunningServer
  before(async () => {
    const started = await startServer(environment)
    Object.defineProperties(server, Object.getOwnPropertyDescriptors(started))
  })
  afterEach((context) => {
    // The types do not know it yet.
    if (Reflect.get(context, 'passed') === false) console.log(server.log().slice(0 - LOG_SHOWN))
  })
  after(() => server.remove())
  return server
}

// biome-ignore lint/suspicious/noExplicitAny: What comes over the wire is for the tests to check.
export type Json = any
export type Reply = {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
  readonly text: string
}
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Reply>

/** The body of an answer with the status. */
export async function done(reply: Promise<Reply>, status = 200): Promise<Json> {
  const { status: got, text, body } = await reply
  assert.equal(got, status, text)
  return body
}

/** The error of an answer with the status and the code. */
export async function refused(reply: Promise<Reply>, status: number, code: string): Promise<Json> {
  const { error } = await done(reply, status)
  assert.equal(error.code, code)
  return error
}

type ClientOptions = { readonly key?: string; readonly accept?: string }

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

/** A store's own client. A body that is text goes out as it is. */
export function clientOf(
  server: { readonly demo: Pick<Demo, 'base_url' | 'private_key'> },
  options: ClientOptions = {},
): Client {
  return async (method, path, body, headers = {}) => {
    const key = options.key ?? server.demo.private_key
    const response = await fetch(server.demo.base_url + path, {
      method,
      headers: {
        accept: options.accept ?? SANDBOX,
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    const { status, headers: answered } = response
    checkDocumented({ method, path, status, headers: Object.fromEntries(answered), text })
    return { status, headers: answered, text, body: bodyOf(answered, text) }
  }
}

/** The parsed JSON; null where there is none. */
function bodyOf(headers: Headers, text: string): Json {
  const json = headers.get('content-type')?.startsWith('application/json') === true
  return json && text !== '' ? JSON.parse(text) : null
}

let named = 0
/** A name that no other order of the run has; digits alone could be the number of a card. */
export const newMid = (): string => `order-p${process.pid}-t${Date.now()}-n${++named}`

export function checkoutBody(mid: string, amount: number, more: Record<string, unknown> = {}) {
  return {
    order: {
      id: mid,
      currency: 'EUR',
      total_amount: amount,
      articles: [{ id: 'article-1', name: 'Bicycle', quantity: 1, price: amount }],
    },
    customer: { email: 'ada@example.com' },
    ...more,
  }
}

const CONFIRM_MS_MAX = 15_000

/** Polls until the checkout has the reason; the demo's inbox confirms within milliseconds. */
export async function reaches(client: Client, checkoutId: string, reason: string): Promise<Reply> {
  const limit = Date.now() + CONFIRM_MS_MAX
  for (;;) {
    const status = await client('GET', `/checkout/${checkoutId}/status`)
    if (status.body?.status_reason === reason) return status
    if (Date.now() > limit) throw new Error(`waited for ${reason}: ${status.text}`)
    await pause(5)
  }
}

export type Confirmed = { readonly id: string; readonly mid: string }

/** An order of this amount that its buyer signed and the store confirmed. */
export async function confirmedOrder(
  client: Client,
  amount: number,
  product?: string,
): Promise<Confirmed> {
  const mid = newMid()
  const created = await client('POST', '/checkout', checkoutBody(mid, amount))
  if (created.status !== 201) throw new Error(`no checkout: ${created.text}`)
  const { id } = created.body
  const wish = product === undefined ? {} : { product }
  const signed = await client('POST', `/sandbox/checkouts/${id}/complete`, wish)
  if (signed.status !== 200) throw new Error(`not signed: ${signed.text}`)
  await reaches(client, id, '')
  return { id, mid }
}

/** Runs `audit --json` beside the server, as an operator would. */
export async function auditOf(
  { place }: Pick<RunningServer, 'place'>,
  environment: Environment = {},
): Promise<{
  code: number | null
  findings: Json[]
  orders: number
}> {
  const { code, stdout, stderr } = await ended(
    runProgram('cli.ts', { place, environment, args: ['audit', '--json'] }),
  )
  if (code === 2) throw new Error(`the audit could not run: ${stderr}`)
  const report = JSON.parse(stdout)
  return { code, findings: report.findings, orders: report.checked.orders }
}

export type Wire = {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}
export type WireReply = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: Json
}

/** A request with these very headers and no others: `fetch` would add its own. */
export async function wire(
  { demo }: { readonly demo: Pick<Demo, 'base_url'> },
  { method = 'GET', path, headers = {}, body }: Wire,
): Promise<WireReply> {
  const { hostname, port } = new URL(demo.base_url)
  const sent = request({ hostname, port, method, path, headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await textOf(response)
  const { statusCode: status = 0, headers: answered } = response
  const json = String(answered['content-type']).startsWith('application/json')
  checkDocumented({ method, path, status, headers: answered, text })
  return { status, headers: answered, text, body: text !== '' && json ? JSON.parse(text) : null }
}
