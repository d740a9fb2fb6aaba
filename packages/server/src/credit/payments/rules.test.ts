import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cents, limits } from '@svc/api'
import { orderOf } from '../../../../../test/fixtures/order.ts'
import type { FoundOutcome, Payment, PaymentState } from '../../model/payment/payment.ts'
import { newPayment } from '../../model/payment/request.ts'
import {
  abandoned,
  decideAuthorisation,
  decideHeld,
  settlePayment,
  settleRelease,
  unanswered,
  withoutHold,
} from './rules.ts'

const at = new Date('2026-11-21T10:00:00Z')
const MINUTE_MS = 60_000
const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS)

function paymentOf(
  kind: Payment['kind'],
  state: PaymentState,
  more: Partial<Payment> = {},
): Payment {
  const request = { kind, id: 'payment', amount: cents(2_500), provider: 'sandbox', at }
  const reason = state === 'failed' || state === 'charged_back' ? 'declined' : null
  const settledAt = state === 'open' ? null : at
  const askAt = state === 'open' || state === 'releasing' ? minutesAfter(at, 1) : null
  const reference = state === 'open' || state === 'failed' ? null : 'first'
  const payment = newPayment(orderOf(), request)
  return { ...payment, state, reason, settledAt, askAt, reference, ...more }
}

const answers: Readonly<Record<string, FoundOutcome>> = {
  success: { state: 'succeeded', reference: 'second' },
  failure: { state: 'failed', reason: 'insufficient_funds' },
  unknown: { state: 'unknown' },
  never: { state: 'never_seen' },
}

/** The effect of success, failure, uncertainty and absence on each state; `=` changes nothing. */
const table: readonly (readonly [Payment['kind'], PaymentState, string, string, string, string])[] =
  [
    ['charge', 'open', 'succeeded success', 'failed failure', 'open', 'open'],
    ['charge', 'succeeded', '=', 'charged_back charge_back', '=', '='],
    ['charge', 'failed', 'succeeded late_success', '=', '=', '='],
    ['charge', 'charged_back', 'succeeded late_success', '=', '=', '='],
    ['return', 'open', 'succeeded success', 'failed failure', 'open', 'open'],
    ['return', 'succeeded', '=', 'charged_back charge_back', '=', '='],
    ['return', 'failed', 'succeeded late_success', '=', '=', '='],
    ['return', 'charged_back', 'succeeded late_success', '=', '=', '='],
    ['authorisation', 'open', 'held success', 'failed failure', 'open', 'open'],
    ['authorisation', 'held', '=', '=', '=', '='],
    ['authorisation', 'used', '=', '=', '=', '='],
    ['authorisation', 'releasing', '=', '=', '=', '='],
    ['authorisation', 'released', '=', '=', '=', '='],
    ['authorisation', 'failed', 'held late_success', '=', '=', '='],
  ]

describe('the effect of an answer on a payment', () => {
  for (const [kind, state, ...expected] of table) {
    for (const [index, name] of Object.keys(answers).entries()) {
      test(`${kind} ${state}: ${name}`, () => {
        const before = paymentOf(kind, state)
        const { payment, effect } = settlePayment(before, answers[name] as FoundOutcome, at)
        const wanted = expected[index] ?? ''
        const reported = [payment.state, effect].filter((each) => each !== null).join(' ')
        assert.equal(reported, wanted === '=' ? state : wanted)
        if (wanted === '=') assert.deepEqual({ ...payment, reference: null }, nameless(before))
        // The constraints of the table.
        assert.equal(payment.state === 'open', payment.settledAt === null)
        if (payment.state === 'open') assert.notEqual(payment.askAt, null)
        if (payment.state === 'failed') assert.notEqual(payment.reason, null)
      })
    }
  }
})

const nameless = (payment: Payment) => ({ ...payment, reference: null })

test('repeated answers change nothing, and each real change counts once', () => {
  const success = answers.success as FoundOutcome
  const failure = answers.failure as FoundOutcome
  const effectsOf = (...actual: FoundOutcome[]) => {
    let payment = paymentOf('charge', 'open')
    const effects: string[] = []
    for (const each of actual) {
      const settled = settlePayment(payment, each, at)
      payment = settled.payment
      if (settled.effect !== null) effects.push(settled.effect)
    }
    return effects
  }
  const unknown = answers.unknown as FoundOutcome
  assert.deepEqual(effectsOf(success, success, unknown, success), ['success'])
  assert.deepEqual(effectsOf(unknown, failure, failure, success, success), [
    'failure',
    'late_success',
  ])
  assert.deepEqual(effectsOf(success, failure, failure, success, failure), [
    'success',
    'charge_back',
    'late_success',
    'charge_back',
  ])
})

test('an authorisation of zero holds nothing', () => {
  const checked = paymentOf('authorisation', 'open', { amount: cents(0) })
  assert.equal(
    settlePayment(checked, answers.success as FoundOutcome, at).payment.state,
    'released',
  )
})

test('a reversible payment is checked again until the provider is sure', () => {
  const provisional: FoundOutcome = { state: 'succeeded', reference: 'first', provisional: true }
  const first = settlePayment(paymentOf('charge', 'open'), provisional, at).payment
  assert.deepEqual([first.state, first.askAt], ['succeeded', minutesAfter(at, 360)])
  const later = minutesAfter(at, 360)
  const second = settlePayment(first, provisional, later)
  assert.deepEqual([second.effect, second.payment.askAt], [null, minutesAfter(later, 360)])
  const unsure = settlePayment(first, { state: 'unknown' }, later).payment
  assert.deepEqual(unsure.askAt, minutesAfter(later, 360))
  const sure = settlePayment(first, { state: 'succeeded', reference: 'first' }, later)
  assert.deepEqual([sure.effect, sure.payment.askAt], [null, null])
})

test('retries become rarer, and never stop', () => {
  let payment = paymentOf('charge', 'open')
  const minutes: number[] = []
  for (let asks = 0; asks < 9; asks++) {
    payment = unanswered(payment, at)
    minutes.push(((payment.askAt?.getTime() ?? 0) - at.getTime()) / MINUTE_MS)
  }
  assert.deepEqual(minutes, [1, 1, 2, 5, 15, 60, 360, 360, 360])
})

test('a request that never arrived fails; only an open one can', () => {
  const { state, reason, askAt } = abandoned(paymentOf('authorisation', 'open'), at).payment
  assert.deepEqual([state, reason, askAt], ['failed', 'never_arrived', null])
  assert.throws(() => abandoned(paymentOf('charge', 'succeeded'), at))
})

test('a hold is released once, and an unanswered release is repeated', () => {
  const held = paymentOf('authorisation', 'held')
  const releasing = withoutHold(held, at)
  assert.deepEqual([releasing.state, releasing.askAt], ['releasing', at])
  const used = paymentOf('authorisation', 'used')
  assert.equal(withoutHold(used, at), used)
  for (const name of ['unknown', 'never']) {
    const again = settleRelease(releasing, answers[name] as FoundOutcome, at)
    assert.deepEqual([again.state, again.askAt], ['releasing', minutesAfter(at, 1)])
  }
  for (const name of ['success', 'failure']) {
    const released = settleRelease(releasing, answers[name] as FoundOutcome, at)
    assert.deepEqual([released.state, released.askAt], ['released', null])
    assert.equal(settleRelease(released, { state: 'unknown' }, at), released)
  }
})

describe('how a card gets authorised for a signature', () => {
  const amount = cents(2_500)
  const state = 'in_process'
  const wish = { amount, sameCard: true, state }
  const ofState = (of: PaymentState, more: Partial<Payment> = {}) =>
    paymentOf('authorisation', of, more)
  const planOf = (before: readonly Payment[], more: Partial<typeof wish> = {}) => {
    const decided = decideAuthorisation(before, { ...wish, ...more })
    return decided.refused ?? decided.plan.kind
  }

  test('a new one where there is none, or the others came to nothing', () => {
    assert.equal(planOf([]), 'new')
    assert.equal(planOf([ofState('failed'), ofState('released'), ofState('releasing')]), 'new')
  })
  test('none where it is held already', () => {
    assert.equal(planOf([ofState('failed'), ofState('held')]), 'held')
  })
  test('another card or amount releases the hold', () => {
    const held = ofState('held')
    for (const more of [{ sameCard: false }, { amount: cents(2_501) }]) {
      const decided = decideAuthorisation([held], { ...wish, ...more })
      assert.deepEqual(decided, { plan: { kind: 'new', release: [held] } })
    }
  })
  test('an unanswered one goes first, and allows no second', () => {
    assert.equal(planOf([ofState('held'), ofState('open')]), 'again')
    assert.equal(planOf([ofState('open')], { sameCard: false }), 'authorisation_pending')
    assert.equal(planOf([ofState('open')], { amount: cents(1) }), 'authorisation_pending')
  })
  test('no more than the limit', () => {
    const failed = Array.from({ length: limits.cardTriesMax }, () => ofState('failed'))
    assert.equal(planOf(failed), 'card_limit_reached')
    assert.equal(planOf(failed.slice(1)), 'new')
    assert.equal(planOf([...failed, ofState('held')]), 'held')
  })
  test('the signature needs its first payment, and releases the rest', () => {
    const held = ofState('held')
    const other = ofState('held', { amount: cents(9_000) })
    assert.deepEqual(decideHeld([held, other], wish), { plan: { release: [other] } })
    assert.equal(decideHeld([other], wish).refused, 'authorisation_pending')
    assert.equal(decideHeld([ofState('open')], wish).refused, 'authorisation_pending')
    const nothing = { amount: cents(0), state }
    assert.deepEqual(decideHeld([held], nothing), { plan: { release: [held] } })
    assert.deepEqual(decideHeld([], nothing), { plan: { release: [] } })
  })
})
