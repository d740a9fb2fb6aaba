import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderOf } from '../../../../../test/fixtures/order.ts'
import type { OrderState } from '../../model/order/order.ts'
import { decideHistory } from './rules.ts'

type Case = readonly [state: OrderState, sent: number, others: number, code: string | undefined]
const cases: readonly Case[] = [
  ['in_process', 1, 0, undefined],
  ['challenge_required', 1, 0, undefined],
  ['confirmation_required', 1, 0, undefined],
  ['confirmed', 1, 0, undefined],
  ['cancelled', 1, 0, 'order_cancelled'],
  ['ko', 0, 0, 'order_cancelled'],
  ['ko', 1_000, 10_000, 'order_cancelled'],
  ['in_process', 1_000, 9_000, undefined],
  ['in_process', 1_000, 9_001, 'history_full'],
  ['in_process', 1, 10_000, 'history_full'],
  ['in_process', 0, 10_000, undefined],
]
for (const [state, sent, others, code] of cases) {
  test(`${sent} entries beside ${others} on an order ${state} answer ${code}`, () => {
    const decision = decideHistory(orderOf({}, state), { sent, others })
    assert.equal(decision.refused, code)
    if (decision.refused !== undefined) assert.equal(decision.detail?.values?.state, state)
  })
}
