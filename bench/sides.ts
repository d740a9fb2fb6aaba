/** The two sides of the benchmark of captures, each with its processor time. */
import type { Client } from 'pg'
import type { RunningServer } from '../test/running-server.ts'
import { load } from './load.ts'
import { countCaptures, type Orders, orderId } from './orders.ts'
import { type PgbenchJob, pgbench } from './pgbench.ts'
import { childrenSeconds, processorSeconds } from './processor.ts'
import type { HttpRun, PgbenchRun } from './report.ts'

const WARMUP_SECONDS = 2
const AMOUNT = 100
const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
/** Numbers of clients to find pgbench's best, and the duration. */
const CLIENTS_TRIED = [8, 16, 32, 64]
const TRIAL_SECONDS = 4

export type Sides = {
  readonly server: RunningServer
  readonly admin: Client
  readonly orders: Orders
  readonly clients: number
  readonly seconds: number
  /** The database server's main process. */
  readonly databasePid: number
  /** Of each capture, in cents. */
  readonly amount?: number
}

/** The total of operations, including the warm-up. */
type Counted = { readonly done: number }
type Kind = 'capture' | 'capture with a key' | 'read'

export type HttpCounted = HttpRun & Counted & { readonly fault: string | undefined }

export async function overHttp(sides: Sides, kind: Kind): Promise<HttpCounted> {
  const { server, orders, clients, seconds, databasePid, amount = AMOUNT } = sides
  const { demo } = server
  const used = () => processorSeconds(demo.pid, databasePid)
  const before = used()
  const measured = await load({
    baseUrl: demo.base_url,
    requests: Array.from({ length: orders.count }, (_, index) =>
      requestText(demo, { kind, id: orderId(orders.prefix, index + 1), amount }),
    ),
    status: 200,
    clients,
    warmupMs: WARMUP_SECONDS * 1000,
    measuredMs: seconds * 1000,
  })
  const { perSecond, p50, p99, ok: done, errors, firstError } = measured
  const fault = errors > 0 ? `${errors} requests failed, first: ${firstError}` : undefined
  const processorMs = ((used() - before) / done) * 1000
  return { perSecond, p50, p99, done, fault, processorMs }
}

function requestText(
  { base_url, private_key }: RunningServer['demo'],
  { kind, id, amount }: { kind: Kind; id: string; amount: number },
): string {
  const { host } = new URL(base_url)
  const shared = `Host: ${host}\r\nAuthorization: Bearer ${private_key}\r\nAccept: ${SANDBOX}\r\n`
  if (kind === 'read') return `GET /orders/${id} HTTP/1.1\r\n${shared}\r\n`
  const body = JSON.stringify({ amount })
  const key = kind === 'capture' ? '' : 'Idempotency-Key: {key}\r\n'
  const typed = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  return `POST /orders/${id}/captures HTTP/1.1\r\n${shared}${key}${typed}`
}

type Script = Pick<PgbenchJob, 'script' | 'clients' | 'size'> & { readonly seconds?: number }

export async function directly(
  { server, admin, orders, databasePid, seconds: usual, amount = AMOUNT }: Sides,
  { seconds = usual, ...script }: Script,
): Promise<PgbenchRun & Counted> {
  const job = { url: server.place.databaseUrl ?? '', orders, amount, ...script }
  const used = () => processorSeconds(databasePid) + childrenSeconds()
  const captures = await countCaptures(admin)
  const warmup = await pgbench({ ...job, seconds: WARMUP_SECONDS })
  const captured = await countCaptures(admin)
  const before = used()
  const measured = await pgbench({ ...job, seconds })
  const processor = used() - before
  // A transaction of many captures makes as many as there were free orders.
  const isBatch = script.size !== undefined
  const stored = isBatch ? (await countCaptures(admin)) - captured : measured.transactions
  const processorMs = (processor / stored) * 1000
  const perSecond = isBatch ? stored / seconds : measured.perSecond
  const done = stored + (isBatch ? captured - captures : warmup.transactions)
  return { perSecond, average: measured.average, done, processorMs }
}

/** The number of clients with which pgbench captures most, and the total meanwhile. */
export async function bestClients(
  sides: Sides,
  tried: readonly number[] = CLIENTS_TRIED,
): Promise<{ clients: number; done: number }> {
  const trials: (PgbenchRun & Counted & { readonly clients: number })[] = []
  for (const clients of tried) {
    const job = { script: 'capture.sql', clients, seconds: TRIAL_SECONDS } as const
    trials.push({ clients, ...(await directly(sides, job)) })
  }
  const [best] = trials.toSorted((one, other) => other.perSecond - one.perSecond)
  if (best === undefined) throw new Error('nothing was tried')
  return { clients: best.clients, done: trials.reduce((sum, { done }) => sum + done, 0) }
}
