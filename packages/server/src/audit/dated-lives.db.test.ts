// Money that is booked on a later day than it came on, in lives in which everything else happens
// to a loan as well: whatever comes of it, the auditor finds nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product } from '@svc/api'
import { effort } from '../../../../test/fixtures/effort.ts'
import { captured, type Lent, passDays } from '../../../../test/fixtures/loan-lives.ts'
import { seedOf } from '../../../../test/fixtures/seed.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import { receivePayment } from '../credit/loans/receive-payment.ts'
import { repayEarly } from '../credit/loans/repay-early.ts'
import { takePaymentBack } from '../credit/loans/take-payment-back.ts'
import { undoWriteOff } from '../credit/loans/undo-write-off.ts'
import { waiveDebt } from '../credit/loans/waive-debt.ts'
import { withdrawFromLoan } from '../credit/loans/withdraw-from-loan.ts'
import { writeOffDebt } from '../credit/loans/write-off-debt.ts'
import { captureOrder } from '../orders/captures/capture-order.ts'
import { cancelOrder } from '../orders/editing/cancel-order.ts'
import { refundOrder } from '../orders/refunds/refund-order.ts'
import { voidOrder } from '../orders/voids/void-order.ts'
import { Refused } from '../platform/refusal.ts'
import { addDays, dayOf } from '../platform/time/calendar.ts'
import { audit } from './audit.ts'

const PRODUCTS: readonly Product[] = ['instalments', 'instalments', 'pay_in_4', 'pay_later']
const CARDS = ['4111111111111111', '4000000000009995', '4000000000002008']
const STEPS = 14

const place = ownDatabase()

type Random = (most: number) => number

function randomOf(seed: number): Random {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % (most + 1)
  }
}

const one = <T>(upTo: Random, all: readonly T[]): T => all[upTo(all.length - 1)] as T

/** What may happen to a loan, each with a name for the log of a life that failed. */
const acts = {
  dated: async ({ shop, id: ref }, upTo) => {
    const { writing, caller } = shop.scenario
    const today = dayOf(writing.clock.now(), 'Europe/Madrid')
    const valueOn = addDays(today, -upTo(31))
    const reference = `E2E ${ref} ${upTo(1_000_000)}`
    const arrival = { method: 'bank_transfer', reference, valueOn } as const
    const amount = cents(1 + upTo(60_000))
    await receivePayment(writing, caller, { ref, amount, spread: 'next', arrival })
  },
  pay: async ({ shop, id: ref }, upTo) => {
    const { writing, caller } = shop.scenario
    const spread = one(upTo, ['next', 'spread', 'last'] as const)
    await receivePayment(writing, caller, { ref, amount: cents(1 + upTo(30_000)), spread })
  },
  early: ({ shop, id: ref }) =>
    repayEarly(shop.scenario.writing, shop.scenario.caller, {
      ...{ ref, amount: undefined, spread: 'next' },
    }),
  takeBack: async ({ shop, id: ref }, upTo) => {
    const payments = await shop.payments(ref)
    const paymentId = payments[upTo(Math.max(0, payments.length - 1))]?.id ?? ''
    await takePaymentBack(shop.scenario.writing, shop.scenario.caller, { ref, paymentId })
  },
  waive: ({ shop, id: ref }, upTo) =>
    waiveDebt(shop.scenario.writing, shop.scenario.caller, {
      ...{ ref, kind: one(upTo, ['late_charge', 'interest']), amount: cents(1 + upTo(200)) },
    }),
  writeOff: ({ shop, id }) => writeOffDebt(shop.scenario.writing, shop.scenario.caller, id),
  undo: ({ shop, id }) => undoWriteOff(shop.scenario.writing, shop.scenario.caller, id),
  capture: ({ shop, id: ref }, upTo) =>
    captureOrder(shop.scenario.writing, shop.scenario.caller, {
      ...{ ref, amount: cents(1 + upTo(10_000)) },
    }),
  refund: ({ shop, id: ref }, upTo) =>
    refundOrder(shop.scenario.writing, shop.scenario.caller, {
      ...{ ref, amount: cents(1 + upTo(30_000)) },
    }),
  void: ({ shop, id: ref }, upTo) =>
    voidOrder(shop.scenario.writing, shop.scenario.caller, {
      ...{ ref, amount: cents(1 + upTo(8_000)) },
    }),
  withdraw: ({ shop, id }) => withdrawFromLoan(shop.scenario.writing, shop.scenario.caller, id),
  cancel: ({ shop, id }) => cancelOrder(shop.scenario.writing, shop.scenario.caller, id),
} satisfies Record<string, (lent: Lent, upTo: Random) => Promise<unknown>>

type Act = keyof typeof acts
const OFTEN: readonly Act[] = ['dated', 'dated', 'dated', 'pay', 'refund', 'takeBack', 'waive']
const ALL: readonly Act[] = [
  ...OFTEN,
  ...(['early', 'writeOff', 'undo', 'capture', 'void', 'withdraw', 'cancel'] as const),
]

test('the auditor finds nothing where money was booked later than it came', async () => {
  const upTo = randomOf(seedOf('lives with money of earlier days'))
  const lives = new Map<string, string>()
  let booked = 0
  for (let life = 0; life < effort({ short: 12, long: 200 }); life++) {
    const lent = await captured(place.database, one(upTo, CARDS), one(upTo, PRODUCTS))
    const log: string[] = []
    for (let step = 0; step < STEPS; step++) {
      const days = upTo(14)
      await passDays(lent, days)
      const act = one(upTo, ALL)
      try {
        await acts[act](lent, upTo)
        log.push(`+${days} ${act}`)
        if (act === 'dated') booked++
      } catch (error) {
        if (!(error instanceof Refused)) throw new Error(log.join(', '), { cause: error })
        log.push(`+${days} (${act}: ${error.code})`)
      }
    }
    lives.set(lent.id, log.join(', '))
  }
  const { findings } = await audit(place.database)
  assert.deepEqual(findings, [], [...lives].map((each) => each.join(': ')).join('\n'))
  assert.ok(booked > 10, `${booked} were booked later`)
})

test('an instalment reduced to nothing that a chargeback opens had no event', async () => {
  const lent = await captured(place.database, '4111111111111111', 'instalments')
  const { shop, id: ref } = lent
  const { writing, caller } = shop.scenario
  await passDays(lent, 5)
  await receivePayment(writing, caller, { ref, amount: cents(60_000), spread: 'spread' })
  const paymentId = (await shop.payments(ref)).at(-1)?.id ?? ''
  await cancelOrder(writing, caller, ref)
  await passDays(lent, 40)
  await takePaymentBack(writing, caller, { ref, paymentId })
  assert.ok((await shop.loan(ref)).instalments.some(({ reopenedOn }) => reopenedOn !== null))
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('no part of the opening fee is taken that is not returned', async () => {
  const lent = await captured(place.database, '4000000000009995', 'pay_later')
  const { shop, id: ref } = lent
  const { writing, caller } = shop.scenario
  await passDays(lent, 50)
  const valueOn = dayOf(writing.clock.now(), 'Europe/Madrid')
  await passDays(lent, 4)
  await receivePayment(writing, caller, { ref, amount: cents(90_000), spread: 'next' })
  await passDays(lent, 4)
  await captureOrder(writing, caller, { ref, amount: cents(2_403) })
  await passDays(lent, 4)
  const before = await shop.loan(ref)
  const arrival = { method: 'bank_transfer', reference: `E2E ${ref}`, valueOn } as const
  await receivePayment(writing, caller, { ref, amount: cents(41_000), spread: 'next', arrival })
  const { feeBase, feeIncome } = await shop.loan(ref)
  assert.ok(feeIncome < before.feeIncome || feeBase === before.feeBase)
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a charge that is booked in the same moment is given back as one that was there', async () => {
  const lent = await captured(place.database, '4000000000009995', 'pay_later')
  const { shop, id: ref } = lent
  const { writing, caller } = shop.scenario
  const today = () => dayOf(writing.clock.now(), 'Europe/Madrid')
  const { instalments } = await shop.loan(ref)
  const dueOn = instalments.at(-1)?.dueOn
  assert.ok(dueOn !== undefined)
  while (today() < addDays(dueOn, 2)) await passDays(lent, 1)
  // It is late in the night, before the worker's hour.
  shop.pass(86_400)
  const arrival = { method: 'bank_transfer', reference: `night ${ref}`, valueOn: dueOn } as const
  await receivePayment(writing, caller, { ref, amount: cents(90_000), spread: 'next', arrival })
  const loan = await shop.loan(ref)
  assert.deepEqual([loan.receivable, loan.lateIncome], [0, 0])
  assert.ok(loan.instalments.some(({ lateOn }) => lateOn === today()))
  assert.deepEqual((await audit(place.database)).findings, [])
})
