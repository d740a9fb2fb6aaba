/**
 * Mutated requests against the service as a process, one after the other, so that the processor
 * time that passes belongs to the current one. Findings are: an answer of 500 or without the
 * envelope, no answer, an answer that takes more than a second of processor time, and the end of
 * the process.
 */
import { routes as all } from '../../test/documented.ts'
import type { RunningServer } from '../../test/running-server.ts'
import { type Answer, type Client, createClient, Unanswered } from './client.ts'
import { createStore, makeFixtures } from './fixtures.ts'
import { type Input, inputOf } from './inputs.ts'
import { familyOf, processorMs } from './processor.ts'
import type { Fixtures } from './requests.ts'

const SLOW_MS = 1_000
/** Orders are cancelled and keys revoked by inputs that stay valid. */
const FIXTURES_EVERY = 500
/** Slow requests are repeated, so that none is blamed for concurrent work. */
const REPEATS = 2
/**
 * Does months of a store's work in one answer and waits for receivers: its duration depends on the
 * store's history, not on the request.
 */
const TRAVELS = 'POST /me/test-clock'
/** After this many, more of them tell nothing. */
const FINDINGS_MAX = 20
const ALLOWED = new Set([501, 503, 505])

export type Finding = {
  readonly number: number
  readonly what: string
  readonly route: string
  readonly bytes: Buffer
  readonly framed: boolean
  readonly head: boolean
  readonly fixtures: Fixtures
  readonly answer: string
}

export type Report = {
  readonly inputs: number
  /** By status, 0 if the connection was closed without an answer. */
  readonly statuses: Map<number, number>
  readonly byRoute: Map<string, Map<number, number>>
  readonly findings: readonly Finding[]
  /** Milliseconds of processor time of the most expensive answer. */
  readonly slowestMs: number
}

type RunOptions = {
  readonly seed: number
  readonly inputs: number
  /** The number of the first input. */
  readonly from?: number
  /** The database server, if its processor time counts too. */
  readonly databasePid?: number | undefined
  readonly progress?: (done: number, report: Report) => void
  /** Called with each finding. */
  readonly onFinding?: (finding: Finding) => void
}

/** An answer that never ends would be waited for. */
const routes = all.filter(({ doc }) => doc.mediaType !== 'text/event-stream')

export async function runFuzz(server: RunningServer, options: RunOptions): Promise<Report> {
  const { seed, inputs, from = 0, progress = () => {}, onFinding = () => {} } = options
  const { port } = new URL(server.demo.base_url)
  const client = createClient(Number(port))
  const findings: Finding[] = []
  const statuses = new Map<number, number>()
  const byRoute = new Map<string, Map<number, number>>()
  const report = { inputs, statuses, byRoute, findings, slowestMs: 0 }
  let fixtures: Fixtures = {}
  for (let number = from; number < from + inputs && findings.length < FINDINGS_MAX; number++) {
    if ((number - from) % FIXTURES_EVERY === 0) fixtures = await freshFixtures(server, fixtures)
    const input = inputOf(routes, { seed, number, fixtures })
    const route = `${input.route.method} ${input.route.path}`
    const record = (what: string, answer = '') => {
      const { bytes, framed, head } = input
      const finding = { number, what, route, bytes, framed, head, fixtures, answer }
      findings.push(finding)
      onFinding(finding)
    }
    const tried = await tryInput(client, input, [server.demo.pid])
    if ('fault' in tried) {
      if (route !== TRAVELS) record(tried.fault)
      if (!isAlive(server)) break
      continue
    }
    const { answer, usedMs } = tried
    for (const status of answer.statuses.length === 0 ? [0] : answer.statuses) {
      count(statuses, status)
      const ofRoute = byRoute.get(route) ?? new Map<number, number>()
      byRoute.set(route, ofRoute)
      count(ofRoute, status)
    }
    const fault = faultOf(answer)
    if (fault !== undefined) record(fault, answer.text.slice(0, 2_000))
    if (route === TRAVELS) continue
    const worst = Math.max(usedMs, answer.ms > SLOW_MS ? await costOf(input) : 0)
    const confirmed = worst > SLOW_MS ? Math.min(worst, await costOf(input)) : worst
    report.slowestMs = Math.max(report.slowestMs, confirmed)
    if (confirmed > SLOW_MS) record(`${confirmed} ms of processor time`, answer.text.slice(0, 500))
    progress(number - from + 1, report)
  }
  client.close()
  return report

  /** The minimum for the same input when it is sent again, including the database. */
  async function costOf(input: Input): Promise<number> {
    const { databasePid } = options
    const pids = [server.demo.pid, ...(databasePid === undefined ? [] : familyOf(databasePid))]
    let least = Number.POSITIVE_INFINITY
    for (let turn = 0; turn < REPEATS; turn++) {
      const tried = await tryInput(client, input, pids)
      least = Math.min(least, 'fault' in tried ? least : tried.usedMs)
    }
    return Number.isFinite(least) ? least : 0
  }
}

type Tried = { readonly answer: Answer; readonly usedMs: number } | { readonly fault: string }

async function tryInput(
  client: Client,
  { bytes, framed, head }: Pick<Input, 'bytes' | 'framed' | 'head'>,
  pids: readonly number[],
): Promise<Tried> {
  const before = processorMs(pids) ?? 0
  try {
    const answer = framed ? await client.ask(bytes, head) : await client.throwAt(bytes)
    return { answer, usedMs: (processorMs(pids) ?? 0) - before }
  } catch (error) {
    if (error instanceof Unanswered) return { fault: error.message }
    throw error
  }
}

/** Sends the saved request of a finding to the service that has the same names now. */
export async function replay(
  server: RunningServer,
  saved: Pick<Finding, 'bytes' | 'framed' | 'head' | 'fixtures'>,
): Promise<{ text: string; usedMs: number; fault: string | undefined }> {
  const fixtures = await makeFixtures(server, await createStore(server))
  let text = saved.bytes.toString('latin1')
  for (const [name, before] of Object.entries(saved.fixtures)) {
    text = text.replaceAll(before, fixtures[name] ?? before)
  }
  const client = createClient(Number(new URL(server.demo.base_url).port))
  const input = { ...saved, bytes: Buffer.from(text, 'latin1') }
  const tried = await tryInput(client, input, [server.demo.pid])
  client.close()
  if ('fault' in tried) return { text: '', usedMs: 0, fault: tried.fault }
  return { text: tried.answer.text, usedMs: tried.usedMs, fault: faultOf(tried.answer) }
}

async function freshFixtures(server: RunningServer, before: Fixtures): Promise<Fixtures> {
  const { private: key, public: publicKey, store } = before
  if (key !== undefined && publicKey !== undefined && store !== undefined) {
    const keys = { private_key: key, public_key: publicKey, store_id: store }
    const again = await makeFixtures(server, keys).catch(() => undefined)
    if (again !== undefined) return again
  }
  return makeFixtures(server, await createStore(server))
}

/** Answers that must never occur. */
function faultOf({ statuses, text }: Answer): string | undefined {
  const wrong = statuses.find((status) => status >= 500 && !ALLOWED.has(status))
  if (wrong !== undefined) return `an answer of ${wrong}`
  if (statuses.includes(503) && !text.includes('live_not_configured')) return 'an answer of 503'
  const ids = text.match(/^x-request-id: [0-9a-f]{32}\r$/gim)?.length ?? 0
  const continued = statuses.filter((status) => status === 100).length
  return ids < statuses.length - continued ? 'an answer without X-Request-Id' : undefined
}

function isAlive(server: RunningServer): boolean {
  try {
    process.kill(server.demo.pid, 0)
    return true
  } catch {
    return false
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
