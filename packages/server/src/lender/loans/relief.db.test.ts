// What the lender gives up of a debt, and takes back of that: waivers, write-offs, value dates.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  look,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { openPaymentShop, type PaymentShop } from '../../../../../test/fixtures/payment-shop.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { audit } from '../../audit/audit.ts'
import { standardSettings } from '../../model/stores/new-store.ts'
import { captureOrder } from '../../orders/captures/capture-order.ts'
import { dayOf } from '../../platform/time/calendar.ts'

const POOR_CARD = '4000000000009995'
const DAY = 86_400
const LATE_CHARGE = 3_000
const reason = { code: 'goodwill', note: 'They called at once.' }
const settings = {
  products: standardSettings.products.map((terms) => ({ ...terms, late_charge: LATE_CHARGE })),
  collection: { retry_days: [5], late_after_days: 3, write_off_after_days: 120 },
}

let place: TestDatabase
let desks: TestDesk
let shop: PaymentShop
let people: Record<'support' | 'collections' | 'finance' | 'second', Colleague>

before(async () => {
  place = await openTestDatabase()
  shop = await openPaymentShop(place.database, settings)
  const { clock } = shop.scenario.writing
  desks = testDesk(place.database, clock, { demo: true })
  await signIn()
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function signIn() {
  people = {
    support: await colleague(desks, 'support'),
    collections: await colleague(desks, 'collections'),
    finance: await colleague(desks, 'finance'),
    second: await colleague(desks, 'finance'),
  }
}

async function passDays(days: number) {
  for (let day = 0; day < days; day++) {
    shop.pass(DAY)
    await shop.collect()
  }
  await signIn()
}

/** An order whose card has no money: its first instalment is late. */
async function lateLoan(days = 36): Promise<string> {
  const id = await shop.waiting(60_000)
  await shop.sign(id, POOR_CARD, 'instalments')
  shop.pass(1)
  await shop.confirm()
  const { writing, caller } = shop.scenario
  await captureOrder(writing, caller, { ref: id, amount: cents(60_000) })
  await passDays(days)
  return id
}

const send = (by: Colleague, id: string, noun: string, body: object) =>
  by.send('POST', `/lender/loans/${id}/${noun}`, body)
const waive = (by: Colleague, id: string, amount: number, kind = 'late_charge') =>
  send(by, id, 'waivers', { kind, amount, reason })
const loanOf = async (id: string) =>
  (await people.finance.send('GET', `/lender/loans/${id}`)).body.loan
const actionsOn = async (id: string) =>
  (
    await place.database.query<AnyRow>(
      `SELECT action FROM actions WHERE object_id = $1 AND action LIKE 'loan.%'
         AND action NOT IN ('loan.collect', 'loan.read') ORDER BY at, id`,
      [id],
    )
  ).map(({ action }) => action)

async function byTwo(id: string, noun: string, body: object = { reason }): Promise<string> {
  const reply = await send(people.finance, id, noun, body)
  if (reply.status !== 202) return outcomeOf(reply)
  return outcomeOf(await approve(people.second, reply.body.approval))
}

test('a late charge is waived alone up to the role’s limit, all of a loan together', async () => {
  const id = await lateLoan()
  const before = await loanOf(id)
  assert.equal(before.late_charges_so_far, LATE_CHARGE)
  const tooMuch = await waive(people.collections, id, LATE_CHARGE + 1)
  assert.equal(outcomeOf(tooMuch), 'amount_exceeds_remaining')
  const path = `/lender/loans/${id}/waivers?dry_run=true`
  const dry = await people.support.send('POST', path, {
    kind: 'late_charge',
    amount: 1_500,
    reason,
  })
  assert.deepEqual([dry.status, dry.body.approval.needed], [200, false], JSON.stringify(dry.body))
  const first = await waive(people.support, id, 1_500)
  assert.equal(first.status, 200, JSON.stringify(first.body))
  assert.deepEqual(
    [first.body.owed_amount, first.body.late_charges_so_far, first.body.open_amount],
    [before.owed_amount - 1_500, LATE_CHARGE - 1_500, before.open_amount - 1_500],
  )
  const second = await waive(people.support, id, 501)
  assert.equal(second.status, 202, 'twenty for each loan, however many times')
  assert.equal((await waive(people.collections, id, 500)).status, 200)
  const { approval } = second.body
  const seen = await look(people.finance, approval)
  assert.equal(outcomeOf(await approve(people.support, approval)), 'approval_own')
  // Something else of the same charge was waived since it was asked for.
  assert.equal((await waive(people.collections, id, 1)).status, 200)
  const stale = await approve(people.finance, approval, { hash: seen.effects_hash })
  assert.equal(outcomeOf(stale), 'approval_stale')
  assert.equal(outcomeOf(await approve(people.finance, approval)), 'executed')
  assert.equal((await loanOf(id)).late_charges_so_far, LATE_CHARGE - 2_502)
  assert.equal(outcomeOf(await waive(people.collections, id, 499)), 'amount_exceeds_remaining')
})

test('one of two concurrent waivers of the same amount succeeds', async () => {
  const id = await lateLoan()
  const both = [people.support, people.collections].map((by) => waive(by, id, 1_600))
  const outcomes = (await Promise.all(both)).map(outcomeOf)
  assert.equal(outcomes.filter((each) => each === 'amount_exceeds_remaining').length, 1)
  assert.equal((await loanOf(id)).late_charges_so_far, LATE_CHARGE - 1_600)
})

test('interest is waived as far as it is due; nothing of what is not owed', async () => {
  const id = await lateLoan()
  const { instalments } = await loanOf(id)
  const due = instalments.find((each: AnyRow) => each.status === 'late')
  assert.ok(due.interest > 0)
  const over = await waive(people.collections, id, due.interest + 1, 'interest')
  assert.equal(outcomeOf(over), 'amount_exceeds_remaining')
  const waived = await waive(people.collections, id, due.interest, 'interest')
  assert.deepEqual([waived.status, waived.body.interest_so_far], [200, 0])
  const nothing = await waive(people.collections, id, 1, 'interest')
  assert.equal(outcomeOf(nothing), 'loan_nothing_owed')
  assert.deepEqual(await actionsOn(id), ['loan.waive'])
  assert.equal(outcomeOf(await waive(people.collections, 'nowhere', 1)), 'loan_not_found')
})

test('two people write a loan off, and undo it once, as far as it is still lost', async () => {
  const id = await lateLoan()
  const { owed_amount: owed } = await loanOf(id)
  assert.equal(await byTwo(id, 'write-off'), 'executed')
  const lost = await loanOf(id)
  assert.deepEqual(
    [lost.status, lost.owed_amount, lost.written_off_amount],
    ['written_off', 0, owed],
  )
  assert.equal(await byTwo(id, 'write-off'), 'loan_nothing_owed')
  // All that is owed, or nothing: there is no amount to name.
  for (const amount of [0, 1, owed + 1]) {
    assert.equal(await byTwo(id, 'write-off', { reason, amount }), 'body_invalid')
  }
  const payment = { amount: 5_000, method: 'cash', reference: `till ${id}`, reason }
  assert.equal((await send(people.finance, id, 'payments', payment)).status, 200)
  assert.equal((await loanOf(id)).written_off_amount, owed - 5_000)
  assert.equal(await byTwo(id, 'write-off/undo'), 'executed')
  const back = await loanOf(id)
  assert.deepEqual([back.owed_amount, back.written_off_amount], [owed - 5_000, 0])
  assert.equal(await byTwo(id, 'write-off/undo'), 'loan_state')
  assert.equal(await byTwo('nowhere', 'write-off/undo'), 'loan_not_found')
  assert.equal(await byTwo('nowhere', 'write-off'), 'loan_not_found')
  await passDays(40)
  assert.equal((await loanOf(id)).status, 'in_arrears')
})

test('a payment taken back while its loan is written off is owed, and lost again', async () => {
  const id = await lateLoan()
  assert.equal(await byTwo(id, 'write-off'), 'executed')
  const { written_off_amount: lost } = await loanOf(id)
  const payment = { amount: 4_000, method: 'cash', reference: `back ${id}`, reason }
  await send(people.finance, id, 'payments', payment)
  const [{ id: paymentId }] = (await loanOf(id)).payments.filter(
    (each: AnyRow) => each.kind === 'transfer',
  )
  const body = { payment_id: paymentId, reason }
  assert.equal((await send(people.finance, id, 'charge-backs', body)).status, 200)
  const taken = await loanOf(id)
  assert.deepEqual([taken.owed_amount, taken.written_off_amount], [4_000, lost - 4_000])
  assert.equal(await byTwo(id, 'write-off/undo'), 'executed')
  assert.deepEqual((await loanOf(id)).owed_amount, lost)
  assert.equal(await byTwo(id, 'write-off'), 'executed')
  assert.equal((await loanOf(id)).written_off_amount, lost)
})

test('an approval of a write-off applies to the debt of that time', async () => {
  const id = await lateLoan()
  const reply = await send(people.collections, id, 'write-off', { reason })
  assert.equal(reply.status, 202)
  const seen = await look(people.finance, reply.body.approval)
  const payment = { amount: 1_000, method: 'cash', reference: `stale ${id}`, reason }
  await send(people.finance, id, 'payments', payment)
  const stale = await approve(people.finance, reply.body.approval, { hash: seen.effects_hash })
  assert.equal(outcomeOf(stale), 'approval_stale')
  // It and a payment at once: either of the two is first, and nothing is lost between them.
  const { owed_amount: owed } = await loanOf(id)
  const more = { ...payment, reference: `race ${id}` }
  await Promise.all([
    approve(people.finance, reply.body.approval),
    send(people.second, id, 'payments', more),
  ])
  const after = await loanOf(id)
  assert.equal(after.owed_amount + after.written_off_amount, owed - 1_000)
})

test('effects seen before interest fell due cannot be approved after it', async () => {
  const id = await lateLoan()
  const { interest_so_far: before, instalments } = await loanOf(id)
  const next = instalments.find((each: AnyRow) => each.status === 'pending')
  const left = Date.parse(next.due_date) - shop.scenario.writing.clock.now().getTime()
  await passDays(Math.floor(left / (DAY * 1_000)))
  const { body } = await send(people.collections, id, 'write-off', { reason })
  const seen = await look(people.finance, body.approval)
  await passDays(2)
  assert.ok((await loanOf(id)).interest_so_far > before)
  const stale = await approve(people.finance, body.approval, { hash: seen.effects_hash })
  assert.equal(outcomeOf(stale), 'approval_stale')
  assert.equal((await loanOf(id)).written_off_amount, 0)
})

test('money that came before a late charge takes it back in its own entry', async () => {
  const id = await lateLoan()
  const before = await loanOf(id)
  const first = before.instalments.find((each: AnyRow) => each.status === 'late')
  const amount = first.open_amount - LATE_CHARGE
  const dayBefore = new Date(`${first.late_on}T00:00:00Z`)
  dayBefore.setUTCDate(dayBefore.getUTCDate() - 1)
  const value = dayBefore.toISOString().slice(0, 10)
  const pay = (more: object) => ({ amount, method: 'bank_transfer', reason, ...more })
  const noLess = pay({ reference: `less ${id}`, amount: amount - 1, value_date: value })
  const path = `/lender/loans/${id}/payments?dry_run=true`
  const less = await people.finance.send('POST', path, noLess)
  assert.equal(less.body.late_charges_so_far, LATE_CHARGE, 'a part would have been late')
  const onTheDay = pay({ reference: `day ${id}`, value_date: first.late_on })
  const late = await people.finance.send('POST', path, onTheDay)
  assert.equal(late.body.late_charges_so_far, LATE_CHARGE, 'late on that day all the same')
  const paid = await send(people.finance, id, 'payments', pay({ reference: id, value_date: value }))
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.deepEqual(
    [paid.body.late_charges_so_far, paid.body.owed_amount],
    [0, before.owed_amount - amount - LATE_CHARGE],
  )
  const [instalment] = paid.body.instalments.filter(({ number }: AnyRow) => number === first.number)
  assert.equal(instalment.status, 'paid')
  const entries = await place.database.query<AnyRow>(
    `SELECT n.kind, p.debit, p.credit, p.amount FROM ledger_entries n
       JOIN ledger_postings p USING (store_id, order_id, sequence)
     WHERE n.order_id = $1 ORDER BY n.sequence DESC, p.number LIMIT 2`,
    [id],
  )
  assert.deepEqual(
    entries.map((each) => [each.kind, each.debit, each.credit, Number(each.amount)]),
    [
      ['payment', 'late_income', 'buyer_receivable', LATE_CHARGE],
      ['payment', 'cash', 'buyer_receivable', amount],
    ],
  )
})

test('a late charge that was paid meanwhile is returned as credit', async () => {
  const id = await lateLoan()
  const before = await loanOf(id)
  const first = before.instalments.find((each: AnyRow) => each.status === 'late')
  const pay = async (reference: string, amount: number, more = {}) => {
    const body = { amount, method: 'cash', reference: `${reference} ${id}`, reason, ...more }
    const reply = await send(people.finance, id, 'payments', body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    return reply.body
  }
  const paid = await pay('all', first.open_amount)
  assert.equal(paid.late_charges_so_far, LATE_CHARGE)
  const value = new Date(`${first.late_on}T00:00:00Z`)
  value.setUTCDate(value.getUTCDate() - 1)
  const early = { value_date: value.toISOString().slice(0, 10) }
  const back = await pay('early', 10_000, early)
  assert.equal(back.late_charges_so_far, LATE_CHARGE, 'a part would have been late')
  const rest = await pay('rest', first.open_amount - LATE_CHARGE - 10_000, early)
  assert.equal(rest.late_charges_so_far, 0, 'both of them came in time')
  assert.equal(rest.paid_amount, 2 * first.open_amount - LATE_CHARGE)
  const { allocations } = (await people.finance.send('GET', `/lender/loans/${id}`)).body
  const ofCharge = allocations.filter(({ component }: AnyRow) => component === 'late_charge')
  assert.deepEqual(
    ofCharge.map(({ source, amount }: AnyRow) => [source, amount]),
    [
      ['payment', LATE_CHARGE],
      ['given_back', -LATE_CHARGE],
      ['waiver', LATE_CHARGE],
    ],
  )
  const entries = await place.database.query<AnyRow>(
    `SELECT n.kind, p.debit, p.credit, p.amount FROM ledger_entries n
       JOIN ledger_postings p USING (store_id, order_id, sequence)
     WHERE n.order_id = $1 ORDER BY n.sequence DESC, p.number LIMIT 3`,
    [id],
  )
  assert.deepEqual(
    entries.map((each) => [each.kind, each.debit, each.credit, Number(each.amount)]),
    [
      ['payment', 'buyer_receivable', 'buyer_credit', LATE_CHARGE],
      ['payment', 'late_income', 'buyer_receivable', LATE_CHARGE],
      ['payment', 'buyer_credit', 'buyer_receivable', LATE_CHARGE],
    ],
  )
})

test('a payment that settles everything on its day does so when it is booked later', async () => {
  const id = await lateLoan()
  const { pay_off_amount: amount } = await loanOf(id)
  const { clock } = shop.scenario.writing
  const value = dayOf(clock.now(), 'Europe/Madrid')
  // Another instalment falls due, and is late, before it is booked.
  await passDays(29)
  const before = await loanOf(id)
  assert.ok(before.late_charges_so_far > LATE_CHARGE && before.pay_off_amount > amount)
  const body = { amount, method: 'bank_transfer', reference: `whole ${id}`, reason }
  const paid = await send(people.finance, id, 'payments', { ...body, value_date: value })
  assert.equal(paid.status, 200, JSON.stringify(paid.body))
  assert.deepEqual(
    [paid.body.owed_amount, paid.body.credit_amount, paid.body.late_charges_so_far],
    [0, 0, LATE_CHARGE],
  )
  assert.ok(paid.body.interest_so_far < before.interest_so_far)
})

test('credit goes back when two people say so, never twice at once', async () => {
  const id = await lateLoan()
  const nothing = await send(people.finance, id, 'credit-returns', { amount: 1, reason })
  assert.equal(outcomeOf(nothing), 'loan_no_credit')
  const { owed_amount: owed } = await loanOf(id)
  const payment = { amount: 200_000, method: 'cash', reference: `much ${id}`, reason }
  assert.equal((await send(people.finance, id, 'payments', payment)).status, 200)
  const { credit_amount: credit } = await loanOf(id)
  assert.ok(credit > 0 && credit <= 200_000 - owed + LATE_CHARGE)
  const over = await send(people.finance, id, 'credit-returns', { amount: credit + 1, reason })
  assert.equal(outcomeOf(over), 'amount_exceeds_remaining')
  const amount = credit - 100
  const reply = await send(people.finance, id, 'credit-returns', { amount, reason })
  const { allowed_actions: acts, pending_approvals: pending } = (
    await people.finance.send('GET', `/lender/loans/${id}`)
  ).body
  assert.deepEqual(acts.credit_return, { allowed: true, reason: null, max: credit, alone_max: 0 })
  assert.deepEqual(
    pending.map((each: AnyRow) => [each.id, each.action]),
    [[reply.body.approval.id, 'credit_return']],
  )
  assert.equal(outcomeOf(await approve(people.second, reply.body.approval)), 'executed')
  const sent = await loanOf(id)
  assert.deepEqual([sent.credit_amount, sent.returned_amount], [100, amount])
  const again = await send(people.finance, id, 'credit-returns', { amount: 100, reason })
  assert.equal(outcomeOf(again), 'credit_return_pending')
  await shop.resolve()
  assert.ok((await shop.states(id)).includes(`return succeeded ${amount}`))
  assert.equal(await byTwo(id, 'credit-returns', { amount: 100, reason }), 'executed')
  assert.equal(
    outcomeOf(await send(people.finance, 'nowhere', 'credit-returns', { amount: 1, reason })),
    'loan_not_found',
  )
})

test('a loan lists the actions of its caller, as the routes permit them', async () => {
  const id = await lateLoan()
  const actsFor = async (by: Colleague) =>
    (await by.send('GET', `/lender/loans/${id}`)).body.allowed_actions
  const none = { allowed: false, max: null, alone_max: null }
  const { support, collections, finance } = people
  const before = await actsFor(support)
  const waiver = { allowed: true, reason: null, max: LATE_CHARGE, alone_max: 2_000 }
  assert.deepEqual(before.late_charge_waiver, waiver)
  assert.deepEqual(before.payment, { ...none, reason: 'permission_missing' })
  assert.deepEqual(before.write_off, { ...none, reason: 'permission_missing' })
  assert.equal((await waive(support, id, 1_200)).status, 200)
  const after = await actsFor(support)
  assert.deepEqual(after.late_charge_waiver, {
    ...waiver,
    ...{ max: LATE_CHARGE - 1_200, alone_max: 800 },
  })
  assert.equal((await waive(support, id, 801)).status, 202)
  assert.equal((await actsFor(collections)).late_charge_waiver.alone_max, 3_800)
  assert.equal((await actsFor(finance)).late_charge_waiver.alone_max, 0)
  const { owed_amount: owed } = await loanOf(id)
  assert.deepEqual((await actsFor(finance)).write_off, {
    ...{ allowed: true, reason: null, max: owed, alone_max: 0 },
  })
  assert.deepEqual((await actsFor(finance)).write_off_undo, { ...none, reason: 'loan_state' })
})

test('the auditor finds all of it sound', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
