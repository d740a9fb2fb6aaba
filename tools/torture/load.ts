/** Stores at work: operations on a few orders, many at once, each with an amount of its own. */
import { randomUUID } from 'node:crypto'
import type { Random } from '../simulate/random.ts'
import type { Call, Caller, Reply } from './caller.ts'
import {
  capturedSoFar,
  judgeRead,
  type Kind,
  type Notebook,
  type Operation,
  type StoredEffect,
} from './notebook.ts'
import type { Stock, StockOrder } from './stock.ts'
import type { Tally } from './tally.ts'

const KINDS = {
  ...{ capture: 10, void: 3, refund: 4, capture_refund: 3, cancel: 0.3 },
  ...{ read: 4, payout: 0.5 },
}
/** Some stores send no Idempotency-Key; then nothing is sent again. */
const WITHOUT_KEY = 0.1
const ANSWERS = [200, 204, 400, 409]

export type LoadOptions = {
  readonly caller: Caller
  readonly stock: Stock
  readonly notebook: Notebook
  readonly random: Random
  readonly tally: Tally
}

/** One after the other until the signal; the last one still gets its answer. */
export async function work(options: LoadOptions, signal: AbortSignal): Promise<void> {
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
async function read({ caller, notebook, tally }: LoadOptions, { id }: StockOrder): Promise<void> {
  const acknowledged = capturedSoFar(notebook.entriesOf(id))
  const { status, text } = await caller.persist({ method: 'GET', path: `/orders/${id}/captures` })
  if (status !== 200) return tally.fault(`order ${id} is answered ${status} ${text}`)
  const { results } = JSON.parse(text) as { results: readonly StoredEffect[] }
  for (const fault of judgeRead(results, acknowledged)) tally.fault(`order ${id}: ${fault}`)
}

/** Pays the store what it has earned so far; acknowledged payouts are looked up later. */
async function payOut({ caller, stock, tally }: LoadOptions): Promise<void> {
  const call = { method: 'POST', path: '/me/payouts', key: randomUUID() } as const
  const { status, text } = await caller.persist(call)
  if (status === 409) return
  if (status !== 201) return tally.fault(`a payout is answered ${status} ${text}`)
  const { results } = JSON.parse(text) as { results: readonly { id: string; amount: number }[] }
  for (const { id, amount } of results) stock.payouts.set(id, amount)
}

type Wanted = Exclude<keyof typeof KINDS, 'read' | 'payout'>

async function operate(options: LoadOptions, order: StockOrder, wanted: Wanted): Promise<void> {
  const { caller, notebook, random, tally } = options
  const captureId = order.captureIds.length > 0 ? random.pick(order.captureIds) : undefined
  const kind: Kind = wanted === 'capture_refund' ? 'refund' : wanted
  const key = random.chance(WITHOUT_KEY) ? null : randomUUID()
  const operation = { kind, orderId: order.id, amount: order.next++, key }
  const entry = notebook.begin(operation)
  const call = callOf(operation, wanted === 'capture_refund' ? captureId : undefined)
  const reply = await (key === null ? caller.once(call) : caller.persist(call))
  entry.finished = true
  // Only an attempt without a key may stay without an answer.
  if (reply === undefined || reply.status === 429) return
  entry.outcome = { status: reply.status, text: reply.text }
  if (!ANSWERS.includes(reply.status))
    tally.fault(`${call.path} is answered ${reply.status} ${reply.text}`)
  if (kind === 'capture' && reply.status === 200) order.captureIds.push(idOf(reply))
}

const PATHS = { capture: 'captures', void: 'void', refund: 'refund', cancel: 'cancel' }

/** The same request at every attempt; `captureId` makes a refund one on that capture. */
export function callOf({ kind, orderId, amount, key }: Operation, captureId?: string): Call {
  const order = `/orders/${orderId}`
  const onCapture = captureId !== undefined
  const path = onCapture ? `${order}/captures/${captureId}/refunds` : `${order}/${PATHS[kind]}`
  const body = kind === 'cancel' ? {} : { body: { amount } }
  return { method: 'POST', path, ...body, ...(key === null ? {} : { key }) }
}

function idOf({ text }: Reply): string {
  return (JSON.parse(text) as { id: string }).id
}
