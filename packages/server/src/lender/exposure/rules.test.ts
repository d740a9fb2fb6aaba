// A decision judged again by another policy, from what was stored of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import type { DecisionInputs } from '../../checkout/decisions/decision.ts'
import { judge } from '../../checkout/decisions/rules.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { ExposurePolicy, Owed } from '../../model/exposure/exposure.ts'
import { exposureOf, standardPolicy } from '../../model/exposure/rules.ts'
import { type Judged, outcomeUnder, tallyOf } from './rules.ts'

const policy: ExposurePolicy = {
  ...{ version: 2, currency: 'EUR', exposureMax: cents(50_000), rates: { USD: 900_000 } },
}

/** Somebody who owes this at another store signs for 10,000. */
function judged(owed: readonly Owed[], change: Partial<Judged> = {}): Judged {
  const past = { owed, orders: 1, stores: 1, elsewhere: true, late_instalments: 0, attempts: 0 }
  const signed = { amount: cents(10_000), currency: 'EUR', openAmountMax: cents(100_000) }
  const inputs: DecisionInputs = {
    ...{ amount: cents(10_000), currency: 'EUR', product: 'instalments', num_instalments: 3 },
    ...{ highest_payment: cents(3_400), age: 30, income: null, attempts: 0, overturned: [] },
    document: { country: 'ES', type: 'nif', check_letter: 'valid' },
    history: {
      ...{ entries: 0, complete: 0, cancelled: 0, processing: 0, pending: 0, unknown: 0 },
      due: cents(0),
    },
    loans: {
      ...{ open_amount: cents(0), late_instalments: 0, written_off_amount: cents(0) },
      paid_off: 0,
    },
    limits: standardLimits,
    lender: exposureOf({ ...past, blocked: false }, standardPolicy('EUR'), signed),
  }
  const { outcome, reasons } = judge(inputs)
  return { inputs, outcome, reasons, decider: 'rules', ...change }
}
const owed = (currency: string, open: number): Owed => ({
  ...{ currency, open_amount: cents(open), written_off_amount: cents(0) },
})

test('debts are added up by the other policy', () => {
  assert.equal(judged([owed('EUR', 40_000)]).outcome, 'accepted')
  assert.equal(outcomeUnder(policy, judged([owed('EUR', 40_000)])), 'accepted')
  assert.equal(outcomeUnder(policy, judged([owed('EUR', 40_001)])), 'refused')
  // 44,444 × 0.9 is 39,999.6.
  assert.equal(judged([owed('USD', 44_444)]).outcome, 'refused')
  assert.equal(outcomeUnder(policy, judged([owed('USD', 44_444)])), 'accepted')
  assert.equal(outcomeUnder(policy, judged([owed('USD', 44_445)])), 'refused')
})

test('a scorecard’s outcome stays, and nothing changes for test people', () => {
  const dear = [owed('EUR', 40_001)]
  const reason = { code: 'scorecard_checked', source: 'scorecard', effect: 'checked' } as const
  const reasons = [{ ...reason, advisory: false, waived_by: null, values: {} }]
  const scored = { decider: 'scorecard', outcome: 'checked', reasons } as const
  assert.equal(outcomeUnder(policy, judged([owed('EUR', 1)], scored)), 'checked')
  assert.equal(outcomeUnder(policy, judged(dear, scored)), 'refused')
  assert.equal(outcomeUnder(policy, judged(dear, { decider: 'person' })), 'accepted')
})

test('decisions from before amounts were stored by currency are unknown, except for zero', () => {
  const old = (amounts: readonly Owed[]): Judged => {
    const { inputs, ...decision } = judged(amounts)
    const { owed: _, ...lender } = inputs.lender ?? assert.fail()
    return { ...decision, inputs: { ...inputs, lender } }
  }
  assert.equal(outcomeUnder(policy, old([owed('EUR', 1)])), undefined)
  assert.equal(outcomeUnder(policy, old([owed('USD', 1)])), undefined)
  assert.equal(outcomeUnder(policy, old([])), 'accepted')
  const { lender: _, ...inputs } = judged([]).inputs
  assert.equal(outcomeUnder(policy, { ...judged([]), inputs }), undefined)
})

test('outcomes are counted before and after', () => {
  const one = { from: 'accepted', to: 'refused' } as const
  const same = { from: 'checked', to: 'checked' } as const
  const lost = { from: 'refused', to: undefined } as const
  assert.deepEqual(tallyOf([one, same, lost, one]), {
    ...{ decisions: 4, unknown: 1 },
    changed: [{ from: 'accepted', to: 'refused', count: 2 }],
  })
})
