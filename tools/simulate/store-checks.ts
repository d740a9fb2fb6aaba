/** Invariants of a store as a whole: its event stream, its seals, its payouts, its end. */

import { createHash } from 'node:crypto'
import { jsonbText } from '../../packages/server/src/platform/database/jsonb-text.ts'
import { getStatement } from '../../packages/server/src/settlement/statements/get-statement.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { owedToStore } from './checks.ts'
import { place } from './due.ts'
import { createRandom } from './random.ts'
import { hold, type World } from './world.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const micros = (at: Date): string => `${at.toISOString().slice(0, -1)}000Z`

/** At the end of a run, when every event has its position. */
export async function checkStore(world: World): Promise<void> {
  await place(world)
  const rows = (table: string, order: string) =>
    world.database.query<AnyRow>(`SELECT * FROM ${table} WHERE store_id = $1 ORDER BY ${order}`, [
      world.caller.store.id,
    ])
  const events = await rows('events', 'position')
  const lines = await rows('settlement_lines', 'created_at, id')
  checkStream(events)
  await checkMessages(world)
  checkSeals(await rows('seals', 'number'), events, await rows('ledger_entries', 'order_id'))
  await checkPayouts(world, { events, lines, payouts: await rows('payouts', 'to_position') })
  await checkStatements(world, lines)
  const others = await world.database.query<AnyRow>('SELECT id FROM orders WHERE store_id = $1', [
    world.stranger.store.id,
  ])
  hold('A14', others.length, 0, 'the number of orders of the other store')
}

/** No message about a replaced checkout is pending, and nothing else is superseded. */
async function checkMessages(world: World): Promise<void> {
  const rows = await world.database.query<AnyRow>(
    'SELECT order_id, state, overtaken_by FROM notifications WHERE store_id = $1',
    [world.caller.store.id],
  )
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id as string)
  for (const { order } of world.orders) {
    const messages = byOrder.get(order.id) ?? []
    hold('A12', messages.length, order.messages, `the messages about order ${order.number}`)
    for (const { state, overtaken_by } of messages) {
      const of = `a message about order ${order.number}`
      hold('A12', overtaken_by !== null, order.overtaken, `whether ${of} is overtaken`)
      hold('A12', order.overtaken && state === 'waiting', false, `whether ${of} waits`)
    }
  }
}

function checkStream(events: readonly AnyRow[]): void {
  const positions = events.map(({ position }) => position)
  hold(
    'A12',
    positions,
    positions.map((_, index) => index + 1),
    'the places of the stream',
  )
  const last = new Map<string, number>()
  for (const { order_id, sequence } of events) {
    if (order_id === null) continue
    hold('A12', sequence, (last.get(order_id) ?? 0) + 1, 'the next event of an order in the stream')
    last.set(order_id, sequence)
  }
}

function checkSeals(
  seals: readonly AnyRow[],
  events: readonly AnyRow[],
  entries: readonly AnyRow[],
): void {
  const hashes = new Map(
    entries.map((entry) => [`${entry.order_id}/${entry.sequence}`, entry.hash]),
  )
  let head = ''
  let reached = 0
  for (const [index, seal] of seals.entries()) {
    const { number, first_position: first, last_position: last } = seal
    hold('A13', [number, first, seal.previous_hash], [index + 1, reached + 1, head], 'a seal')
    const covered = events.slice(first - 1, last).filter(({ order_id }) => order_id !== null)
    const whole = covered.length === last - first + 1
    const content = covered.map((event) => {
      const { position, id, type, order_id, sequence, ledger_sequence } = event
      const hash = hashes.get(`${order_id}/${ledger_sequence}`) ?? ''
      const said = [micros(event.created_at), event.subject, sha256(jsonbText(event.data))]
      return [position, id, type, order_id, sequence, ledger_sequence, hash, ...said].join('|')
    })
    if (whole)
      hold('A13', seal.content_hash, sha256(content.join('\n')), `what seal ${number} covers`)
    const mode = seal.sandbox ? 'sandbox' : 'live'
    const text = [head, seal.store_id, mode, number, first, last, seal.content_hash]
    head = sha256([...text, micros(seal.created_at), 2].join('|'))
    hold('A13', seal.hash, head, `seal ${number}`)
    reached = last
  }
}

const PERIODS = 3

/** Statements for periods of any length, compared with the lines in them. */
async function checkStatements(world: World, lines: readonly AnyRow[]): Promise<void> {
  const random = createRandom(world.plan.seed, 5)
  const moment = () => new Date(random.between(world.plan.start, world.now()))
  for (let period = 0; period < PERIODS; period++) {
    const [from, until] = [moment(), moment()].sort((a, b) => a.getTime() - b.getTime())
    if (from === undefined || until === undefined) return
    const currency = random.pick(['EUR', 'USD'])
    const own = lines.filter((line) => line.currency === currency)
    const sum = (of: readonly AnyRow[]) => of.reduce((all, { net }) => all + net, 0)
    const within = own.filter(({ created_at: at }) => at >= from && at < until)
    const before = sum(own.filter(({ created_at: at }) => at < from))
    const range = { from, until, currency }
    const statement = await getStatement({ database: world.database }, world.caller, range)
    const actual = [statement.opening, statement.count, statement.net, statement.closing]
    const wanted = [before, within.length, sum(within), before + sum(within)]
    hold('A9', actual, wanted, `the statement from ${from.toISOString()}`)
  }
}

type Paid = {
  readonly events: readonly AnyRow[]
  readonly lines: readonly AnyRow[]
  readonly payouts: readonly AnyRow[]
}

/** Each pays exactly the lines between two positions, and all together never more than the debt. */
async function checkPayouts(world: World, { events, lines, payouts }: Paid): Promise<void> {
  const places = new Map(
    events.map(({ order_id, sequence, position }) => [`${order_id}/${sequence}`, position]),
  )
  const placed = lines
    .filter(({ order_id }) => order_id !== null)
    .map((line) => ({ ...line, position: places.get(`${line.order_id}/${line.event_sequence}`) }))
  const sum = (of: readonly AnyRow[]) => of.reduce((all, { net }) => all + net, 0)
  const states = payouts.map(({ id, status }) => [id, status] as const)
  hold('A9', states.toSorted(), [...world.payouts].sort(), 'the states of the payouts')
  const booked = payouts.filter(({ status }) => status === 'paid')
  const reached = new Map<string, number>()
  for (const { currency, amount, from_position: from, to_position: to } of payouts) {
    hold('A9', from, reached.get(currency) ?? 0, 'where a payout begins')
    reached.set(currency, to)
    const covered = placed.filter((line: AnyRow) => {
      return line.currency === currency && line.position > from && line.position <= to
    })
    hold('A9', amount, sum(covered), `a payout up to place ${to}`)
  }
  for (const currency of ['EUR', 'USD']) {
    const own = world.orders.map(({ order }) => order).filter((each) => each.currency === currency)
    const ofOrders = placed.filter((line: AnyRow) => line.currency === currency)
    hold('A9', sum(ofOrders), owedToStore(own), `all lines in ${currency}`)
    const paid = booked.filter((each) => each.currency === currency)
    const statement = lines.filter((line) => line.type === 'payout' && line.currency === currency)
    const all = paid.reduce((total, { amount }) => total + amount, 0)
    hold('A9', -sum(statement), all, `the events of the payouts in ${currency}`)
  }
  const postings = await world.database.query<AnyRow>(
    `SELECT coalesce(sum(amount), 0)::bigint AS paid FROM store_postings WHERE store_id = $1`,
    [world.caller.store.id],
  )
  const all = booked.reduce((total, { amount }) => total + amount, 0)
  hold('A1', postings[0]?.paid, all, 'what the ledger says of the payouts')
}
