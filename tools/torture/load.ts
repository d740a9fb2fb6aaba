/** Stores at work: operations on a few orders, many at once, each with an amount of its own. */
import type { Call, Reply } from './caller.ts'
import {
  capturedSoFar,
  isAcknowledged,
  judgeRead,
  type Kind,
  type Operation,
  type StoredEffect,
} from './notebook.ts'
import type { StockOrder } from './stock.ts'
import type { Trade } from './trade.ts'

const KINDS = {
  ...{ capture: 10, void: 3, refund: 4, capture_refund: 3, cancel: 0.3 },
  ...{ read: 4, payout: 0.5 },
}
/** Some stores send no Idempotency-Key; then nothing is sent again. */
const WITHOUT_KEY = 0.3
/** Some send a request twice at once, or again when it was answered, or another under its key. */
const TWICE = 0.05
const AGAIN = 0.1
const ANOTHER = 0.03
const ANSWERS = [200, 204, 400, 409]

/** One after the other until the signal; the last one still gets its answer. */
export async function work(options: Trade, signal: AbortSignal): Promise<void> {
  const { stock, random, tally } = options
  while (!signal.aborted) {
    const order = await stock.pick()
    if (order === undefined) return tally.fault('there is no order to work on')
    const kind = random.weighted(KINDS)
    const step =
      kind === 'read'
        ? read(options, order)
        : kind === 'payout'
          ? payOut(options)
          : operate(options, order, kind)
    await step.catch((error: Error) => tally.fault(error.message))
  }
}

/** What was acknowledged before a read began, the read shows, and nothing twice. */
async function read({ caller, notebook, tally }: Trade, { id }: StockOrder): Promise<void> {
  const acknowledged = capturedSoFar(notebook.entriesOf(id))
  const { status, text } = await caller.persist({ method: 'GET', path: `/orders/${id}/captures` })
  if (status !== 200) return tally.fault(`order ${id} is answered ${status} ${text}`)
  const { results } = JSON.parse(text) as { results: readonly StoredEffect[] }
  for (const fault of judgeRead(results, acknowledged)) tally.fault(`order ${id}: ${fault}`)
}

/** Pays the store what it has earned so far; acknowledged payouts are looked up later. */
async function payOut({ caller, stock, tally, newKey }: Trade): Promise<void> {
  const call = { method: 'POST', path: '/me/payouts', key: newKey() } as const
  const { status, text } = await caller.persist(call)
  if (status === 409) return
  if (status !== 201) return tally.fault(`a payout is answered ${status} ${text}`)
  const { results } = JSON.parse(text) as { results: readonly { id: string; amount: number }[] }
  for (const { id, amount } of results) stock.payouts.set(id, amount)
}

type Wanted = Exclude<keyof typeof KINDS, 'read' | 'payout'>

async function operate(options: Trade, order: StockOrder, wanted: Wanted): Promise<void> {
  const { notebook, random, tally, newKey } = options
  const onCapture = wanted === 'capture_refund' && order.captureIds.length > 0
  const captureId = onCapture ? random.pick(order.captureIds) : undefined
  const kind: Kind = wanted === 'capture_refund' ? 'refund' : wanted
  const key = random.chance(WITHOUT_KEY) ? null : newKey()
  const operation = { kind, orderId: order.id, captureId, amount: order.next++, key }
  const entry = notebook.begin(operation, Date.now())
  const call = callOf(operation)
  const reply = await request(options, call)
  // Only an attempt without a key may stay without an answer.
  if (reply === undefined || reply.status === 429) return
  entry.outcome = { status: reply.status, text: reply.text }
  entry.answeredAt = Date.now()
  if (!ANSWERS.includes(reply.status))
    tally.fault(`${call.path} is answered ${reply.status} ${reply.text}`)
  if (kind === 'capture' && reply.status === 200) order.captureIds.push(idOf(reply))
  if (key === null || !isAcknowledged(entry)) return
  if (random.chance(AGAIN)) await repeat(options, call, reply)
  if (random.chance(ANOTHER) && kind !== 'cancel')
    await reuse(options, { ...operation, amount: order.next++ })
}

async function request({ caller, random, tally }: Trade, call: Call): Promise<Reply | undefined> {
  if (call.key === undefined) return caller.once(call)
  if (!random.chance(TWICE)) return caller.persist(call)
  const replies = await Promise.all([caller.persist(call), caller.persist(call)])
  const [done, other] = replies.filter(({ status }) => status < 300)
  if (done !== undefined && other !== undefined && done.text !== other.text)
    tally.fault(`${call.path} sent twice is answered ${done.text} and ${other.text}`)
  return done ?? replies[0]
}

/** The same request under the same key gets the same answer, marked as repeated. */
export async function repeat(
  { caller, tally }: Pick<Trade, 'caller' | 'tally'>,
  call: Call,
  { status, text }: Pick<Reply, 'status' | 'text'>,
): Promise<void> {
  const again = await caller.persist(call)
  const same = again.status === status && again.text === text
  if (!same || again.headers['idempotent-replayed'] !== 'true')
    tally.fault(`${call.path} under key ${call.key} is answered anew: ${again.text}`)
}

/** Another request under a key that has done something is refused. */
async function reuse({ caller, tally }: Trade, other: Operation): Promise<void> {
  const { status, text } = await caller.persist(callOf(other))
  if (status !== 422) tally.fault(`another request under key ${other.key}: ${status} ${text}`)
}

const PATHS = { capture: 'captures', void: 'void', refund: 'refund', cancel: 'cancel' }

/** The same request at every attempt. */
export function callOf({ kind, orderId, captureId, amount, key }: Operation): Call {
  const order = `/orders/${orderId}`
  const path =
    captureId === undefined ? `${order}/${PATHS[kind]}` : `${order}/captures/${captureId}/refunds`
  const body = kind === 'cancel' ? {} : { body: { amount } }
  return { method: 'POST', path, ...body, ...(key === null ? {} : { key }) }
}

function idOf({ text }: Reply): string {
  return (JSON.parse(text) as { id: string }).id
}
