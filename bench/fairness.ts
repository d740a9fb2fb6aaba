/**
 * What a store notices of another one that sends 100 requests at once, beside the same number of
 * requests to `/healthz`, which take nothing but the process. See README.md in this folder.
 *
 * Usage: `npm run bench -- fairness [--seconds 60] [--rounds 5] [--clients 100]
 * [--database embedded|postgres] [--json]`
 */
import { parseArgs } from 'node:util'
import { atATime } from '../test/at-a-time.ts'
import { type Client, clientOf, confirmedOrder, startServer } from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import type { Measured } from './forked.ts'
import { type Job, load } from './load.ts'

const ORDERS = 100
const TOTAL = 1_000_000
const WARMUP_MS = 2_000
const PROBE_MS = 20
const AIM = 1.5
const ACCEPT = 'application/vnd.svc.sandbox.v1+json'
const PROBES = ['read', 'write', 'button'] as const

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '100' },
    database: { type: 'string', default: 'both' },
    json: { type: 'boolean', default: false },
  },
})
const [seconds, rounds, clients] = [options.seconds, options.rounds, options.clients].map(
  Number,
) as [number, number, number]
const say = (line: string): void => void process.stderr.write(`${line}\n`)

type Probe = (typeof PROBES)[number]
type Round = { readonly flood: Measured; readonly probes: Readonly<Record<Probe, Measured>> }
type Report = {
  readonly database: string
  readonly probes: readonly {
    readonly probe: Probe
    /** Medians in milliseconds, one for each round. */
    readonly beside: readonly number[]
    readonly control: readonly number[]
    readonly ratio: number
  }[]
  readonly floodPerSecond: number
  /** The number of the flood's answers with 429. */
  readonly refused: number
  readonly errors: readonly string[]
}

process.exitCode = await main()

async function main(): Promise<number> {
  const reports: Report[] = []
  if (options.database !== 'postgres') reports.push(await measure('embedded'))
  if (options.database !== 'embedded') {
    const postgres = await startPostgres()
    if (postgres === undefined) say('There is no PostgreSQL: the embedded database only.')
    else {
      Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
      try {
        reports.push(await measure('postgres'))
      } finally {
        postgres.stop()
      }
    }
  }
  const text = options.json ? `${JSON.stringify(reports, null, 2)}\n` : reports.map(lines).join('')
  process.stdout.write(text)
  return reports.some(({ errors }) => errors.length > 0) ? 1 : 0
}

async function measure(database: string): Promise<Report> {
  const server = await startServer()
  try {
    const { demo } = server
    const { base_url: baseUrl } = demo
    const [busy, other] = [demo, demo.other_store]
    say(`${database}: making orders`)
    const busyOrders = await ordersOf(clientOf(server, { key: busy.private_key }))
    const otherOrders = await ordersOf(clientOf(server, { key: other.private_key }))
    const { reads, writes } = requestsOf(busy.private_key, busyOrders)
    const lists = reads.map(() => requestOf('GET', '/orders', busy.private_key))
    const flood = { baseUrl, requests: [...reads, ...writes, ...lists], status: 200, busy: true }
    const control = { baseUrl, requests: [requestOf('GET', '/healthz', '')], status: 200 }
    const probing = requestsOf(other.private_key, otherOrders)
    const button = '/checkout/button?amount=45000&currency=EUR'
    const probes = {
      read: { baseUrl, requests: probing.reads, status: 200 },
      write: { baseUrl, requests: probing.writes, status: 200 },
      button: { baseUrl, requests: [requestOf('GET', button, other.public_key)], status: 201 },
    }
    const all: { control: Round; beside: Round }[] = []
    for (let round = 1; round <= rounds; round++) {
      all.push({ control: await run(control, probes), beside: await run(flood, probes) })
      say(`${database}: round ${round} of ${rounds} done`)
    }
    return reportOf(database, all)
  } finally {
    await server.remove()
  }
}

async function ordersOf(client: Client): Promise<string[]> {
  const ids: string[] = []
  await atATime(4, ORDERS, async () => {
    ids.push((await confirmedOrder(client, TOTAL)).id)
  })
  return ids
}

function requestOf(method: string, path: string, key: string, body = ''): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Accept: ${ACCEPT}`]
  if (key !== '') lines.push(`Authorization: Bearer ${key}`)
  if (body !== '') lines.push('Content-Type: application/json', `Content-Length: ${body.length}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

function requestsOf(key: string, orders: readonly string[]) {
  return {
    reads: orders.map((id) => requestOf('GET', `/orders/${id}`, key)),
    writes: orders.map((id) => requestOf('POST', `/orders/${id}/captures`, key, '{"amount":1}')),
  }
}

type Requests = Pick<Job, 'baseUrl' | 'requests' | 'status' | 'busy'>

/** Each probe sends from a separate process, at a rate that causes no load. */
async function run(crowd: Requests, probes: Readonly<Record<Probe, Requests>>): Promise<Round> {
  const times = { warmupMs: WARMUP_MS, measuredMs: seconds * 1_000 }
  const [flood, ...measured] = await Promise.all([
    load({ ...crowd, ...times, clients }),
    ...PROBES.map((probe) => load({ ...probes[probe], ...times, clients: 1, everyMs: PROBE_MS })),
  ])
  const named = Object.fromEntries(PROBES.map((probe, index) => [probe, measured[index]]))
  return { flood, probes: named as Round['probes'] }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

function reportOf(
  database: string,
  all: readonly { readonly control: Round; readonly beside: Round }[],
): Report {
  const floods = all.map(({ beside }) => beside.flood)
  const answered = floods.reduce((sum, { ok, refused }) => sum + ok + refused, 0)
  const measured = all.flatMap(({ control, beside }) =>
    [control, beside].flatMap(({ flood, probes }) => [flood, ...Object.values(probes)]),
  )
  return {
    database,
    probes: PROBES.map((probe) => {
      const beside = all.map((round) => round.beside.probes[probe].p50)
      const control = all.map((round) => round.control.probes[probe].p50)
      return { probe, beside, control, ratio: middle(beside) / middle(control) }
    }),
    floodPerSecond: middle(floods.map(({ perSecond }) => perSecond)),
    refused: floods.reduce((sum, { refused }) => sum + refused, 0) / answered,
    errors: measured.flatMap(({ firstError }) => firstError ?? []),
  }
}

function lines({ database, probes, floodPerSecond, refused, errors }: Report): string {
  const figures = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(', ')
  const percent = (refused * 100).toFixed(1)
  return [
    `${database}: flood ${floodPerSecond.toFixed(0)}/s, ${percent} % of it 429`,
    ...probes.map(
      ({ probe, beside, control, ratio }) =>
        `  ${probe.padEnd(6)} ${figures(beside)} ms beside it, ${figures(control)} ms beside ` +
        `/healthz: ${ratio.toFixed(2)} times (aim ${AIM})`,
    ),
    ...errors.map((error) => `  ${error}`),
    '',
  ].join('\n')
}
