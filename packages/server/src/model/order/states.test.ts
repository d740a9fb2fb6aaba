import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderState } from './order.ts'
import { nextState, type OrderMove, orderStates } from './states.ts'

const states: readonly OrderState[] = [
  'in_process',
  'challenge_required',
  'confirmation_required',
  'confirmed',
  'cancelled',
  'ko',
]
const moves: readonly OrderMove[] = [
  'refused_by_decision',
  'checked',
  'accepted',
  'timed_out',
  'confirmed_by_store',
  'rejected_by_store',
  'settled_whole',
  'cancelled_by_store',
  'withdrawn_by_buyer',
]

/** The table of contract §5, row by row; whatever is not here is forbidden. */
const allowed: readonly (readonly [string, string, string, string])[] = [
  ['in_process', 'refused_by_decision', 'ko', 'ko_generic'],
  ['in_process', 'checked', 'challenge_required', 'challenge_required'],
  ['in_process', 'accepted', 'confirmation_required', 'confirmation_required'],
  ['in_process', 'timed_out', 'ko', 'expired'],
  ['in_process', 'cancelled_by_store', 'ko', 'confirmation_rejected_by_merchant'],
  ['challenge_required', 'accepted', 'confirmation_required', 'confirmation_required'],
  ['challenge_required', 'refused_by_decision', 'ko', 'failed_challenge'],
  ['challenge_required', 'timed_out', 'ko', 'expired_challenge'],
  ['challenge_required', 'cancelled_by_store', 'ko', 'confirmation_rejected_by_merchant'],
  ['challenge_required', 'withdrawn_by_buyer', 'ko', 'confirmation_rejected_by_merchant'],
  ['confirmation_required', 'confirmed_by_store', 'confirmed', ''],
  ['confirmation_required', 'rejected_by_store', 'ko', 'confirmation_rejected_by_merchant'],
  ['confirmation_required', 'timed_out', 'ko', 'merchant_failed_to_confirm'],
  ['confirmation_required', 'cancelled_by_store', 'ko', 'confirmation_rejected_by_merchant'],
  ['confirmation_required', 'withdrawn_by_buyer', 'ko', 'confirmation_rejected_by_merchant'],
  ['confirmed', 'settled_whole', 'cancelled', ''],
  ['confirmed', 'cancelled_by_store', 'cancelled', ''],
]

for (const state of states) {
  for (const move of moves) {
    const row = allowed.find(([from, by]) => from === state && by === move)
    const [, , to, reason] = row ?? []
    const outcome = row === undefined ? 'is forbidden' : `leads to ${to} / ${reason || 'no reason'}`
    test(`${state}, ${move}: ${outcome}`, () => {
      const wanted = row === undefined ? undefined : { state: to, reason }
      assert.deepEqual(nextState(state, move), wanted)
    })
  }
}

test('the table has these states and moves, and no others', () => {
  assert.deepEqual(Object.keys(orderStates).sort(), [...states].sort())
  const rows = Object.values(orderStates).flatMap((each) => Object.keys(each))
  assert.equal(rows.length, allowed.length)
})

test('nothing leaves cancelled and ko', () => {
  for (const move of moves) {
    assert.equal(nextState('cancelled', move), undefined)
    assert.equal(nextState('ko', move), undefined)
  }
})

test('a confirmed order never becomes ko, and a pending one never becomes cancelled', () => {
  for (const move of moves) {
    assert.notEqual(nextState('confirmed', move)?.state, 'ko')
    for (const state of ['in_process', 'challenge_required', 'confirmation_required'] as const) {
      assert.notEqual(nextState(state, move)?.state, 'cancelled')
    }
  }
})
