/** What the lender writes down, holds and joins; and money of an earlier day. */
import { cents } from '@svc/api'
import { receivePayment } from '../../packages/server/src/credit/loans/receive-payment.ts'
import { writeNote } from '../../packages/server/src/lender/loans/write-note.ts'
import { mergePerson } from '../../packages/server/src/lender/merging/merge-person.ts'
import { splitPerson } from '../../packages/server/src/lender/merging/split-person.ts'
import { day as dayNamed } from '../../packages/server/src/platform/time/calendar.ts'
import { holdPayout } from '../../packages/server/src/settlement/payouts/hold-payout.ts'
import { payPayout } from '../../packages/server/src/settlement/payouts/pay-payout.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { asReal } from '../../test/fixtures/test-clocks.ts'
import { keyOf } from './due.ts'
import { paymentOf } from './loan-steps.ts'
import { dayAt, dayText } from './model/calendar.ts'
import { type Item, openItem } from './model/loan.ts'
import { payOff } from './model/loan-moves.ts'
import type { ModelOrder } from './model/order.ts'
import { knowsOf, pays } from './model/order-loan.ts'
import type { Step } from './plan.ts'
import { createRandom, type Random } from './random.ts'
import { answerOf, count, hold, type World } from './world.ts'

const reason = { code: 'other', note: 'A step of the simulation' } as const
/** As `VALUE_DAYS_MAX` and `PROMISE_DAYS_MAX` of the service. */
const VALUE_DAYS_MAX = 30
const PROMISE_DAYS_MAX = 366

export async function keepBook(world: World, step: Step): Promise<void> {
  const random = createRandom(step.seed, 12)
  const act = random.weighted({ nothing: 3, dated: 6, note: 1, hold: 2, release: 2, merge: 3 })
  if (act === 'dated') await receiveDated(world, step, random)
  if (act === 'note') await note(world, random)
  if (act === 'hold' || act === 'release') await movePayout(world, act, random)
  if (act === 'merge') await joinPeople(world, random)
}

/** A transfer that is booked later than it came: it costs what it would have cost in time. */
async function receiveDated(world: World, { number }: Step, random: Random): Promise<void> {
  const { writing, caller, plan } = world
  const at = world.now()
  const day = dayAt(at, plan.zone)
  const known = world.orders.flatMap(({ order }) => {
    const back = backOf(order, day, random)
    return knowsOf(order, day - back, day) ? [{ order, back }] : []
  })
  const owing = known.filter(({ order }) => order.loan && payOff(order.loan, day) > 0n)
  const late = owing.filter(({ order }) => order.loan?.items.some(isLate))
  const those = [late, owing].find((some) => some.length > 0 && random.chance(0.8)) ?? known
  if (those.length === 0) return
  const { order, back } = random.pick(those)
  const whole = order.loan === undefined ? 0n : payOff(order.loan, day)
  const size = random.weighted({ whole: 2, part: 6, beyond: 1 })
  const sizes = {
    ...{ whole: Number(whole), beyond: Number(whole) + 1 },
    part: random.between(1, Math.max(1, Math.floor(Number(whole) / 3))),
  }
  const amount = Math.max(1, sizes[size])
  const how = random.pick(['spread', 'last', 'next'] as const)
  const reference = `dated ${plan.seed} ${number} ${order.number}`
  const valueOn = dayNamed(dayText(day - back))
  const arrival = { method: 'bank_transfer', reference, valueOn } as const
  const input = { ref: order.id, amount: cents(amount), spread: how, arrival }
  const before = order.loan && { late: order.loan.lateIncome, interest: order.loan.interestIncome }
  const { answer } = await answerOf(() => receivePayment(writing, caller, input))
  const id = await paymentOf(world, order)
  const move = { amount: BigInt(amount), id, at, day, how, valueOn: day - back }
  hold('answer', answer, pays(order, move), `money of an earlier day for order ${order.number}`)
  world.trace(`   ${amount} of ${valueOn} for ${order.number}`)
  count(world, 'dated')
  const { lateIncome = 0n, interestIncome = 0n } = order.loan ?? {}
  if (before !== undefined && lateIncome < before.late) count(world, 'spared a late charge')
  if (before !== undefined && interestIncome < before.interest) count(world, 'spared interest')
}

const isLate = (item: Item): boolean => item.lateOn !== undefined && openItem(item) > 0n

/** So many days ago, often before something became late. */
function backOf({ loan }: ModelOrder, day: number, random: Random): number {
  const any = random.between(1, VALUE_DAYS_MAX)
  const late = (loan?.items ?? []).flatMap(({ lateOn }) => lateOn ?? [])
  const lately = late.filter((on) => day - on < VALUE_DAYS_MAX)
  if (lately.length === 0) return any
  return random.between(Math.max(1, day - random.pick(lately)), VALUE_DAYS_MAX)
}

/** A note, or what was promised; neither is money. */
async function note(world: World, random: Random): Promise<void> {
  const { writing, caller } = world
  const lent = world.orders.filter(({ order }) => order.loan !== undefined)
  if (lent.length === 0) return
  const { order } = random.pick(lent)
  const place = { store: caller.store, sandbox: caller.sandbox, id: order.id }
  const today = dayAt(world.now(), world.plan.zone)
  const days = random.chance(0.8)
    ? random.between(0, PROMISE_DAYS_MAX)
    : random.pick([-1, PROMISE_DAYS_MAX + 1])
  const promisedOn = dayNamed(dayText(today + days))
  const promise = { amount: cents(random.between(1, 10_000)), promisedOn }
  const wish = random.chance(0.5)
    ? ({ kind: 'note', note: 'They called.', amount: null, promisedOn: null } as const)
    : ({ kind: 'promise', note: null, ...promise } as const)
  const { answer } = await answerOf(() => writeNote(writing, place, wish))
  const isSound = wish.kind === 'note' || (days >= 0 && days <= PROMISE_DAYS_MAX)
  hold('answer', answer, isSound ? 'ok' : 'body_invalid', `a ${wish.kind} on ${order.number}`)
  if (!isSound) return
  world.notes.set(order.id, (world.notes.get(order.id) ?? 0) + 1)
  count(world, wish.kind)
}

/** A payout that waits is held, or paid before its day; one that is paid is neither. */
async function movePayout(world: World, act: 'hold' | 'release', random: Random): Promise<void> {
  const all = [...world.payouts.keys()]
  const waiting = all.filter((id) => world.payouts.get(id) !== 'paid')
  const those = waiting.length > 0 && random.chance(0.9) ? waiting : all
  if (those.length === 0) return
  const id = random.pick(those)
  const state = world.payouts.get(id)
  const key = { ...keyOf(world), id }
  const { answer } = await answerOf<unknown>(() =>
    act === 'hold'
      ? holdPayout(world.writing, key)
      : payPayout(world.writing, { ...key, way: 'released' }),
  )
  const isRight = act === 'hold' ? state === 'proposed' : state !== 'paid'
  hold('answer', answer, isRight ? 'ok' : 'payout_state', `${act} of a payout that is ${state}`)
  if (!isRight) return
  world.payouts.set(id, act === 'hold' ? 'held' : 'paid')
  count(world, `payout: ${act}`)
}

/** Two documents are found to be one person, or two again. */
async function joinPeople(world: World, random: Random): Promise<void> {
  const { writing, caller, people } = world
  const rows = await checkPeople(world)
  if (rows.length < 2) return
  const [one, other] = [random.pick(rows).id, random.pick(rows).id]
  const real = { ...writing, clock: asReal(writing.clock) }
  if (random.chance(0.4)) {
    const { answer } = await answerOf(() => splitPerson(real, caller, { id: one, reason }))
    const isMerged = people.get(one) !== undefined
    hold('answer', answer, isMerged ? 'ok' : 'person_not_merged', 'a split')
    if (isMerged) count(world, 'split')
    people.set(one, undefined)
  } else {
    const wish = { id: one, into: other, reason }
    const { answer } = await answerOf(() => mergePerson(real, caller, wish))
    const isGone = people.get(one) !== undefined || people.get(other) !== undefined
    const wanted = one === other ? 'body_invalid' : isGone ? 'person_gone' : 'ok'
    hold('answer', answer, wanted, 'a merge')
    if (wanted !== 'ok') return
    for (const [id, into] of people) if (into === one) people.set(id, other)
    people.set(one, other)
    count(world, 'merged')
  }
  await checkPeople(world)
}

/** Who is whom, and whose buyers are whose; who has signed since is somebody of their own. */
export async function checkPeople({ database, caller, people }: World): Promise<AnyRow[]> {
  const rows = await database.query<AnyRow>(
    `SELECT p.id, p.merged_into, coalesce((SELECT jsonb_agg(b.person_id) FROM buyers b
       WHERE (b.store_id, b.document_number) = (p.store_id, p.document_number)), '[]') AS known_as
     FROM persons p WHERE p.store_id = $1 ORDER BY p.document_number`,
    [caller.store.id],
  )
  for (const { id, merged_into, known_as } of rows) {
    const into = people.get(id)
    people.set(id, into)
    hold('L8', merged_into, into ?? null, 'whom a person was merged into')
    const wrong = known_as.filter((person: string) => person !== (into ?? id))
    hold('L8', wrong, [], 'buyers with the document of a person')
  }
  return rows
}

/** At the end of a life: as many as were written. */
export async function checkNotes({ database, caller, notes }: World): Promise<void> {
  const rows = await database.query<AnyRow>(
    `SELECT order_id, count(*)::int AS count FROM loan_notes WHERE store_id = $1
     GROUP BY order_id`,
    [caller.store.id],
  )
  const actual = new Map(rows.map((row) => [row.order_id, row.count]))
  hold('A4', [...actual].sort(), [...notes].sort(), 'the notes on loans')
}
