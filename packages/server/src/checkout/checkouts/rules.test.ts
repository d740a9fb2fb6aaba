import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Buyer, DecisionOutcome, Product } from '@svc/api'
import type { Offer } from '../../model/financing/offers.ts'
import { decideAwaited, decideMid, decideMove, decideOpen } from '../../model/order/moves.ts'
import type { Order, OrderState } from '../../model/order/order.ts'
import type { OrderMove } from '../../model/order/states.ts'
import { accept } from '../../platform/refusal.ts'
import {
  type Check,
  decideBuyer,
  decideCheck,
  decideCheckAtOnce,
  decideOffer,
  decideSigned,
  minutesAfter,
  type Wish,
} from './rules.ts'

const at = new Date('2026-11-21T10:00:00Z')
const deadline = new Date('2026-11-21T12:00:00Z')
const orderIn = (state: OrderState, id = 'order'): Order =>
  ({
    id,
    mid: 'A-1',
    state,
    statusReason: state,
    expiresAt: at,
    verifiedAt: null,
    confirmedAt: null,
    expiredAt: null,
    cancelledAt: null,
  }) as Order

const signed: readonly (readonly [
  outcome: DecisionOutcome,
  state: OrderState,
  ends: Date | null,
])[] = [
  ['refused', 'ko', null],
  ['checked', 'challenge_required', deadline],
  ['accepted', 'confirmation_required', at],
]
for (const [outcome, state, expiresAt] of signed) {
  test(`a signature that is ${outcome} leads to ${state}, with the deadline of that state`, () => {
    const deadlines = { accepted: at, checked: deadline }
    const decided = decideSigned(orderIn('in_process'), outcome, { at, deadlines })
    const order = accept(decided)
    assert.deepEqual([order.state, order.expiresAt], [state, expiresAt])
  })
}

for (const state of [
  'challenge_required',
  'confirmation_required',
  'confirmed',
  'cancelled',
] as const) {
  test(`a name is taken by an order that is ${state}, whatever else has it`, () => {
    const earlier = [orderIn('ko', 'a'), orderIn('in_process', 'b'), orderIn(state, 'c')]
    const values = { mid: 'A-1', state }
    const refused = { refused: 'order_id_used', detail: { values } }
    assert.deepEqual(decideMid(earlier), refused)
    assert.deepEqual(decideMid(earlier.toReversed()), refused)
  })
}

test('older checkouts of the same name that are still in process are to be expired', () => {
  const earlier = [orderIn('ko', 'a'), orderIn('in_process', 'b'), orderIn('in_process', 'c')]
  assert.deepEqual(decideMid(earlier), { plan: earlier.slice(1) })
})

test('a name that nobody has, or only orders that ended ko, is free', () => {
  assert.deepEqual(decideMid([]), { plan: [] })
  assert.deepEqual(decideMid([orderIn('ko')]), { plan: [] })
})

type MoveCase = readonly [state: OrderState, move: OrderMove, changed: Partial<Order>]
const moves: readonly MoveCase[] = [
  ['in_process', 'refused_by_decision', { state: 'ko', statusReason: 'ko_generic' }],
  [
    'in_process',
    'checked',
    { state: 'challenge_required', statusReason: 'challenge_required', expiresAt: deadline },
  ],
  [
    'in_process',
    'accepted',
    {
      state: 'confirmation_required',
      statusReason: 'confirmation_required',
      expiresAt: deadline,
      verifiedAt: at,
    },
  ],
  ['in_process', 'timed_out', { state: 'ko', statusReason: 'expired', expiredAt: at }],
  [
    'challenge_required',
    'accepted',
    {
      state: 'confirmation_required',
      statusReason: 'confirmation_required',
      expiresAt: deadline,
      verifiedAt: at,
    },
  ],
  ['challenge_required', 'refused_by_decision', { state: 'ko', statusReason: 'failed_challenge' }],
  [
    'challenge_required',
    'timed_out',
    { state: 'ko', statusReason: 'expired_challenge', expiredAt: at },
  ],
  [
    'confirmation_required',
    'confirmed_by_store',
    { state: 'confirmed', statusReason: '', confirmedAt: at },
  ],
  [
    'confirmation_required',
    'rejected_by_store',
    { state: 'ko', statusReason: 'confirmation_rejected_by_merchant' },
  ],
  [
    'confirmation_required',
    'timed_out',
    { state: 'ko', statusReason: 'merchant_failed_to_confirm', expiredAt: at },
  ],
]

for (const [state, move, changed] of moves) {
  test(`${state}, ${move}: ${changed.state}, with its reason, deadline and times`, () => {
    const order = orderIn(state)
    const expiresAt = changed.expiresAt ?? null
    const decision = decideMove(order, move, { at, expiresAt })
    assert.deepEqual(decision, { plan: { ...order, expiresAt: null, ...changed } })
  })
}

test('an order verified before keeps the time of it', () => {
  const verifiedAt = new Date('2026-11-20T10:00:00Z')
  const order = { ...orderIn('challenge_required'), verifiedAt }
  const decision = decideMove(order, 'accepted', { at, expiresAt: deadline })
  assert.ok(decision.refused === undefined)
  assert.equal(decision.plan.verifiedAt, verifiedAt)
})

const forbidden: readonly (readonly [OrderState, OrderMove, string])[] = [
  ['in_process', 'confirmed_by_store', 'checkout_state'],
  ['in_process', 'rejected_by_store', 'checkout_state'],
  ['in_process', 'settled_whole', 'checkout_state'],
  ['challenge_required', 'checked', 'checkout_state'],
  ['challenge_required', 'confirmed_by_store', 'checkout_state'],
  ['confirmation_required', 'accepted', 'checkout_state'],
  ['confirmation_required', 'checked', 'checkout_state'],
  ['confirmation_required', 'refused_by_decision', 'checkout_state'],
  ['confirmed', 'accepted', 'checkout_finished'],
  ['confirmed', 'confirmed_by_store', 'checkout_finished'],
  ['confirmed', 'timed_out', 'checkout_finished'],
  ['cancelled', 'accepted', 'checkout_finished'],
  ['ko', 'accepted', 'checkout_finished'],
  ['ko', 'timed_out', 'checkout_finished'],
  ['ko', 'confirmed_by_store', 'checkout_finished'],
]

for (const [state, move, code] of forbidden) {
  test(`${state}, ${move}: refused with ${code}`, () => {
    const decision = decideMove(orderIn(state), move, { at, expiresAt: deadline })
    assert.deepEqual(decision, { refused: code, detail: { values: { state } } })
  })
}

const lasting = (state: OrderState): Order => ({ ...orderIn(state), expiresAt: deadline })
const refusedAs = (refused: string, state: string) => ({ refused, detail: { values: { state } } })

type StateCase = readonly [order: Order, refused: string, state: string]
const endedStates = ['confirmation_required', 'confirmed', 'cancelled', 'ko'] as const
const notOpen: readonly StateCase[] = [
  [orderIn('in_process'), 'checkout_finished', 'expired'],
  [lasting('challenge_required'), 'checkout_state', 'challenge_required'],
  [orderIn('challenge_required'), 'checkout_finished', 'expired'],
  ...endedStates.map((state): StateCase => [lasting(state), 'checkout_finished', state]),
]
test('a checkout in process is open to its buyer until its deadline', () => {
  const order = lasting('in_process')
  assert.deepEqual(decideOpen(order, at), { plan: order })
  assert.deepEqual(decideOpen(order, deadline), refusedAs('checkout_finished', 'expired'))
})
for (const [order, refused, state] of notOpen) {
  const time = order.expiresAt === at ? 'over' : 'not over'
  test(`${order.state}, its time ${time}, is not open: ${refused} ${state}`, () => {
    assert.deepEqual(decideOpen(order, at), refusedAs(refused, state))
  })
}

test('a checkout waits for its buyer until they have signed and passed, or it expires', () => {
  for (const state of ['in_process', 'challenge_required'] as const) {
    const order = lasting(state)
    assert.deepEqual(decideAwaited(order, at), { plan: order })
    assert.deepEqual(decideAwaited(order, deadline), refusedAs('checkout_finished', 'expired'))
  }
  for (const state of endedStates) {
    assert.deepEqual(decideAwaited(lasting(state), at), refusedAs('checkout_finished', state))
  }
})

const confirmBy = new Date('2026-11-21T14:00:00Z')
const times = { at, confirmBy }
const checkedAs: Readonly<Record<Check, Partial<Order>>> = {
  pass: {
    state: 'confirmation_required',
    statusReason: 'confirmation_required',
    expiresAt: confirmBy,
    verifiedAt: at,
  },
  fail: { state: 'ko', statusReason: 'failed_challenge', expiresAt: null },
}
for (const check of ['pass', 'fail'] as const) {
  test(`a buyer who waits for the check, ${check}: ${checkedAs[check].state}`, () => {
    const order = lasting('challenge_required')
    assert.deepEqual(decideCheck(order, check, times), { plan: { ...order, ...checkedAs[check] } })
    assert.deepEqual(decideCheckAtOnce(order, check, times), decideCheck(order, check, times))
  })

  test(`${check} of a check is refused unless the buyer waits for one, in time`, () => {
    const early = refusedAs('checkout_state', 'in_process')
    assert.deepEqual(decideCheck(lasting('in_process'), check, times), early)
    const late = refusedAs('checkout_finished', 'expired')
    assert.deepEqual(decideCheck(orderIn('challenge_required'), check, times), late)
    for (const state of endedStates) {
      const finished = refusedAs('checkout_finished', state)
      assert.deepEqual(decideCheck(lasting(state), check, times), finished)
    }
  })
}

test('a buyer who signs and is not checked, or has to wait for it, stays the same', () => {
  for (const order of [lasting('confirmation_required'), orderIn('ko')]) {
    assert.deepEqual(decideCheckAtOnce(order, 'pass', times), { plan: order })
  }
  const waiting = lasting('challenge_required')
  assert.deepEqual(decideCheckAtOnce(waiting, undefined, times), { plan: waiting })
})

test('a check of no length is over at the signature, played or not', () => {
  const order = orderIn('challenge_required')
  const ended = { state: 'ko', statusReason: 'expired_challenge', expiresAt: null, expiredAt: at }
  for (const check of [undefined, 'pass', 'fail'] as const) {
    assert.deepEqual(decideCheckAtOnce(order, check, times), { plan: { ...order, ...ended } })
  }
})

const buyer: Buyer = {
  first_name: 'Ana',
  last_name: 'Gil',
  phone: '600000000',
  birthday: '1990-01-31',
  document_id: ' 12345678-z',
}

test('the document of a buyer is stored in its canonical form', () => {
  assert.deepEqual(decideBuyer(buyer), { plan: { ...buyer, document_id: '12345678Z' } })
})

test('a buyer whose check letter is wrong is refused on that field', () => {
  const decision = decideBuyer({ ...buyer, document_id: '12345678A' })
  assert.ok(decision.refused === 'body_invalid')
  assert.deepEqual(Object.keys(decision.detail?.fields ?? {}), ['document_id'])
})

const offer = (product: Product, count: number): Offer =>
  ({ product, num_instalments: count }) as Offer
const everything = [
  offer('pay_later', 1),
  offer('pay_in_4', 4),
  offer('instalments', 3),
  offer('instalments', 6),
]

type OfferCase = readonly [wish: Wish, offers: readonly Offer[], signed: string]
const offered: readonly OfferCase[] = [
  [{}, everything, 'instalments 3'],
  [{}, everything.slice(0, 2), 'pay_in_4 4'],
  [{}, everything.slice(0, 1), 'pay_later 1'],
  [{ num_instalments: 6 }, everything, 'instalments 6'],
  [{ product: 'instalments' }, everything, 'instalments 3'],
  [{ product: 'instalments', num_instalments: 6 }, everything, 'instalments 6'],
  [{ product: 'pay_later' }, everything, 'pay_later 1'],
  [{ product: 'pay_later', num_instalments: 1 }, everything, 'pay_later 1'],
  [{}, [], 'product: is not offered for this order'],
  [{ product: 'pay_later' }, everything.slice(2), 'product: is not offered for this order'],
  [
    { product: 'instalments', num_instalments: 12 },
    everything,
    'num_instalments: must be one of 3, 6',
  ],
  [{ product: 'pay_later', num_instalments: 3 }, everything, 'num_instalments: must be one of 1'],
  [{ num_instalments: 4 }, everything, 'num_instalments: must be one of 3, 6'],
]

for (const [wish, offers, signed] of offered) {
  const choice = offers.map((each) => `${each.product} ${each.num_instalments}`).join(', ')
  test(`${choice || 'nothing'}, with the request ${JSON.stringify(wish)}: ${signed}`, () => {
    const decision = decideOffer(offers, wish)
    if (decision.refused === undefined) {
      assert.equal(`${decision.plan.product} ${decision.plan.num_instalments}`, signed)
      assert.ok(offers.includes(decision.plan))
    } else {
      assert.equal(decision.refused, 'body_invalid')
      const [field, sentence = ''] = signed.split(': ')
      assert.deepEqual(decision.detail?.fields, { [field ?? '']: [sentence] })
    }
  })
}

test('minutes are added on the clock of the world, across a clock change too', () => {
  const before = new Date('2026-10-25T00:30:00Z')
  assert.equal(minutesAfter(before, 60).toISOString(), '2026-10-25T01:30:00.000Z')
  assert.deepEqual(minutesAfter(before, 0), before)
})
