import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type DecisionOutcome, type ReasonEffect } from '@svc/api'
import {
  type DecisionLimits,
  limitFaults,
  standardLimits,
} from '../../model/decision-limits/limits.ts'
import type { DecisionInputs, Reason, ReviewedDecision, Verdict } from './decision.ts'
import {
  ageOn,
  decideIncome,
  decideReview,
  decideSignature,
  judge,
  outcomeOf,
  reasonOf,
} from './rules.ts'
import { sentences } from './sentences.ts'
import { decisionView, explanationView } from './view.ts'

const nothing = { complete: 0, cancelled: 0, processing: 0, pending: 0, unknown: 0, due: cents(0) }
const sound: DecisionInputs = {
  amount: cents(50_000),
  currency: 'EUR',
  product: 'instalments',
  num_instalments: 3,
  highest_payment: cents(17_000),
  age: 36,
  document: { country: 'ES', type: 'nif', check_letter: 'valid' },
  income: null,
  history: { entries: 0, ...nothing },
  loans: {
    open_amount: cents(0),
    late_instalments: 0,
    written_off_amount: cents(0),
    paid_off: 0,
  },
  attempts: 0,
  overturned: [],
  limits: standardLimits,
}

type Change = Partial<Omit<DecisionInputs, 'limits' | 'history' | 'loans'>> & {
  readonly limits?: Partial<DecisionLimits>
  readonly history?: Partial<DecisionInputs['history']>
  readonly loans?: Partial<DecisionInputs['loans']>
}

const inputs = (change: Change): DecisionInputs => ({
  ...sound,
  ...change,
  limits: { ...standardLimits, ...change.limits },
  history: { ...sound.history, ...change.history },
  loans: { ...sound.loans, ...change.loans },
})

type Case = readonly [
  code: string,
  effect: ReasonEffect,
  /** At the bound, where nothing is found. */
  within: Change,
  /** One beyond it. */
  beyond: Change,
  values: Reason['values'],
]

const cancelled = (count: number, entries: number, unknown = 0) => ({
  history: { entries, cancelled: count, unknown },
  limits: { history_cancelled_share_max: 5_000 },
})

const cases: readonly Case[] = [
  ['age_below_minimum', 'refused', { age: 18 }, { age: 17 }, { age: 17, limit: 18 }],
  [
    'age_below_minimum',
    'refused',
    { age: 21, limits: { age_min: 21 } },
    { age: 20, limits: { age_min: 21 } },
    { age: 20, limit: 21 },
  ],
  ['age_below_minimum', 'refused', { age: 18 }, { age: -1 }, { age: -1, limit: 18 }],
  ['birthday_implausible', 'checked', { age: 120 }, { age: 121 }, { age: 121, limit: 120 }],
  [
    'document_check_letter',
    'refused',
    {},
    { document: { country: 'ES', type: 'nie', check_letter: 'invalid' } },
    { type: 'nie' },
  ],
  [
    'open_amount_exceeded',
    'refused',
    { loans: { open_amount: cents(950_000) } },
    { loans: { open_amount: cents(950_001) } },
    { open_amount: 950_001, amount: 50_000, limit: 1_000_000 },
  ],
  [
    'open_amount_exceeded',
    'refused',
    { amount: cents(1_000_000) },
    { amount: cents(1_000_001) },
    { open_amount: 0, amount: 1_000_001, limit: 1_000_000 },
  ],
  ['attempts_exceeded', 'refused', { attempts: 9 }, { attempts: 10 }, { attempts: 11, limit: 10 }],
  [
    'late_instalments_exceeded',
    'refused',
    { loans: { late_instalments: 2 }, limits: { late_instalments_max: 2 } },
    { loans: { late_instalments: 3 }, limits: { late_instalments_max: 2 } },
    { late_instalments: 3, limit: 2 },
  ],
  [
    'late_instalments_exceeded',
    'refused',
    {},
    { loans: { late_instalments: 1 } },
    { late_instalments: 1, limit: 0 },
  ],
  [
    'written_off_exceeded',
    'refused',
    { loans: { written_off_amount: cents(5) }, limits: { written_off_max: 5 } },
    { loans: { written_off_amount: cents(6) }, limits: { written_off_max: 5 } },
    { written_off_amount: 6, limit: 5 },
  ],
  [
    'history_due_exceeded',
    'refused',
    { history: { due: cents(100) }, limits: { history_due_max: 100 } },
    { history: { due: cents(101) }, limits: { history_due_max: 100 } },
    { due: 101, limit: 100 },
  ],
  [
    'history_due_exceeded',
    'refused',
    { history: { due: cents(0) }, limits: { history_due_max: 0 } },
    { history: { due: cents(1) }, limits: { history_due_max: 0 } },
    { due: 1, limit: 0 },
  ],
  [
    'history_cancelled_exceeded',
    'checked',
    cancelled(5, 10),
    cancelled(6, 10),
    { cancelled: 6, known: 10, limit: 5_000 },
  ],
  [
    'history_cancelled_exceeded',
    'checked',
    // Nothing is concluded from four known orders.
    cancelled(4, 14, 10),
    cancelled(5, 15, 10),
    { cancelled: 5, known: 5, limit: 5_000 },
  ],
  [
    'income_missing',
    'refused',
    { limits: { income_from: 50_001 } },
    { limits: { income_from: 50_000 } },
    { amount: 50_000, limit: 50_000 },
  ],
  [
    'instalment_share_exceeded',
    'refused',
    { income: cents(48_570) },
    { income: cents(48_569) },
    { highest_payment: 17_000, income: 48_569, share: 3_500, limit: 16_999 },
  ],
  [
    'amount_checked',
    'checked',
    { limits: { check_from: 50_001 } },
    { limits: { check_from: 50_000 } },
    { amount: 50_000, limit: 50_000 },
  ],
  [
    'amount_checked',
    'checked',
    { limits: { check_from: 1 }, loans: { paid_off: 1 } },
    { limits: { check_from: 1 }, history: { entries: 1, cancelled: 1 } },
    { amount: 50_000, limit: 1 },
  ],
]
for (const [index, [code, effect, within, beyond, values]] of cases.entries()) {
  test(`rule ${index + 1}: ${code} is found beyond its bound, and not at it`, () => {
    assert.deepEqual(judge(inputs(within)).reasons, [])
    const { outcome, reasons } = judge(inputs(beyond))
    assert.deepEqual(reasons, [{ ...reasonOf('rules', code, effect), values }])
    assert.equal(outcome, effect)
  })
}

test('every rule is tried, and all findings are reported together', () => {
  const worst = judge(
    inputs({
      age: 17,
      document: { country: 'ES', type: 'nif', check_letter: 'invalid' },
      income: cents(1),
      attempts: 10,
      history: { entries: 5, cancelled: 5, due: cents(1) },
      loans: {
        open_amount: cents(1_000_000),
        late_instalments: 1,
        written_off_amount: cents(1),
      },
      limits: { history_due_max: 0, history_cancelled_share_max: 0, check_from: 1 },
    }),
  )
  const together = ['birthday_implausible', 'income_missing']
  const tried = new Set(cases.map(([code]) => code).filter((code) => !together.includes(code)))
  assert.deepEqual(new Set(worst.reasons.map(({ code }) => code)), tried)
  assert.equal(worst.outcome, 'refused')
})

const accepts: readonly (readonly [name: string, change: Change])[] = [
  ['a first order', {}],
  ['who still owes other stores nothing that is known here', { history: { due: cents(10 ** 12) } }],
  [
    'a complete history instead of a check',
    { history: { complete: 1 }, limits: { check_from: 1 } },
  ],
  ['a stated income where none is asked for', { income: cents(10 ** 12) }],
]
for (const [name, change] of accepts) {
  test(`accepts ${name}`, () => {
    assert.deepEqual(judge(inputs(change)), { outcome: 'accepted', reasons: [], version: '1' })
  })
}

const overturned = (code: string, amount = 50_000) => ({
  overturned: [{ decision_id: 'd1', codes: [code], amount: cents(amount) }],
})

test('an overturned finding remains, but does not count up to its amount', () => {
  const late = { loans: { late_instalments: 1 } }
  const { outcome, reasons } = judge(
    inputs({ ...late, ...overturned('late_instalments_exceeded') }),
  )
  assert.equal(outcome, 'accepted')
  assert.deepEqual([reasons[0]?.effect, reasons[0]?.waived_by], ['none', 'd1'])
  const more = judge(inputs({ ...late, ...overturned('late_instalments_exceeded', 49_999) }))
  assert.equal(more.outcome, 'refused')
  assert.equal(judge(inputs({ ...late, ...overturned('attempts_exceeded') })).outcome, 'refused')
})

test('the age of a minor and a wrong document cannot be overturned', () => {
  const document = { ...sound.document, check_letter: 'invalid' as const }
  for (const change of [
    { age: 17, ...overturned('age_below_minimum', 10 ** 12) },
    { document, ...overturned('document_check_letter', 10 ** 12) },
  ]) {
    assert.equal(judge(inputs(change)).outcome, 'refused')
  }
})

const ages: readonly (readonly [birthday: string, today: string, age: number])[] = [
  ['2008-11-21', '2026-11-20', 17],
  ['2008-11-21', '2026-11-21', 18],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-28', 19],
  ['2008-02-29', '2028-02-29', 20],
  ['2008-03-01', '2026-02-28', 17],
  ['2008-12-31', '2026-01-01', 17],
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-22', '2026-11-21', -1],
  ['0001-01-01', '2026-11-21', 2025],
]
for (const [birthday, today, age] of ages) {
  test(`a person born on ${birthday} is ${age} on ${today}`, () => {
    assert.equal(ageOn(birthday, today), age)
  })
}

test('the outcome is the strictest finding that counts', () => {
  const of = (...effects: readonly (readonly [ReasonEffect, boolean])[]): DecisionOutcome =>
    outcomeOf(
      effects.map(([effect, advisory]) => ({ ...reasonOf('rules', 'x', effect), advisory })),
    )
  assert.equal(of(), 'accepted')
  assert.equal(of(['none', false]), 'accepted')
  assert.equal(of(['checked', false], ['none', false]), 'checked')
  assert.equal(of(['checked', false], ['refused', false]), 'refused')
  assert.equal(of(['refused', true], ['checked', false]), 'checked')
  assert.equal(of(['refused', true], ['checked', true]), 'accepted')
})

const good: Verdict = { outcome: 'accepted', reasons: [], version: '1' }
const bad: Verdict = {
  outcome: 'refused',
  reasons: [reasonOf('rules', 'attempts_exceeded', 'refused')],
  version: '1',
}
const lender = (outcome: DecisionOutcome): Verdict => ({
  outcome,
  reasons: outcome === 'accepted' ? [] : [reasonOf('scorecard', 'low_score', outcome)],
  version: '7',
})

type Judged = readonly [
  name: string,
  judging: Parameters<typeof decideSignature>[0],
  decided: readonly [outcome: DecisionOutcome, decider: string, version: string],
]
const unknown = '12345678Z'
const judged: readonly Judged[] = [
  [
    'the sandbox refuses its refused person',
    { document: '99999998T', played: 'person', ruled: good, scored: undefined },
    ['refused', 'person', '1'],
  ],
  [
    'the sandbox checks its checked person, whatever rules and scorecard say',
    { document: '99999995C', played: 'person', ruled: bad, scored: lender('refused') },
    ['checked', 'person', '1+7'],
  ],
  [
    'the sandbox accepts anybody else, whatever the rules say',
    { document: unknown, played: 'person', ruled: bad, scored: undefined },
    ['accepted', 'person', '1'],
  ],
  [
    'a store that tries its rules is refused by them',
    { document: unknown, played: 'rules', ruled: bad, scored: undefined },
    ['refused', 'rules', '1'],
  ],
  [
    'a store that tries its rules still has the sandbox’s people',
    { document: '99999998T', played: 'rules', ruled: good, scored: undefined },
    ['refused', 'rules', '1'],
  ],
  [
    'with real money the sandbox’s people are like others',
    { document: '99999998T', played: undefined, ruled: good, scored: undefined },
    ['accepted', 'rules', '1'],
  ],
  [
    'the scorecard may be stricter than the rules',
    { document: unknown, played: undefined, ruled: good, scored: lender('checked') },
    ['checked', 'scorecard', '1+7'],
  ],
  [
    'the scorecard may not be more lenient than the rules',
    { document: unknown, played: undefined, ruled: bad, scored: lender('accepted') },
    ['refused', 'scorecard', '1+7'],
  ],
]
for (const [name, judging, [outcome, decider, version]] of judged) {
  test(`${name}`, () => {
    const decided = decideSignature(judging)
    assert.deepEqual(
      [decided.outcome, decided.decider, decided.version],
      [outcome, decider, version],
    )
    const advisory = decided.reasons.filter((reason) => reason.source !== 'person')
    for (const reason of advisory) assert.equal(reason.advisory, judging.played === 'person')
  })
}

test('a required income is requested on its field, from its total on', () => {
  const given = { amount: cents(100), income: null }
  const refused = decideIncome(given, 100)
  assert.deepEqual(refused.refused === 'body_invalid' && refused.detail?.fields, {
    income: ['is required from a total of 100 on'],
  })
  for (const [income, from] of [
    [null, 101] as const,
    [cents(1), 100] as const,
    [null, null] as const,
  ])
    assert.deepEqual(decideIncome({ amount: cents(100), income }, from), { plan: undefined })
})

const decision: ReviewedDecision = {
  storeId: 's',
  orderId: 'o',
  sandbox: true,
  id: 'd',
  number: 1,
  buyerId: 'b',
  outcome: 'refused',
  decider: 'rules',
  version: '1',
  reasons: [],
  inputs: sound,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  review: null,
}

test('a refusal is reviewed once, and nothing but a refusal', () => {
  assert.deepEqual(decideReview(decision), { plan: undefined })
  for (const outcome of ['accepted', 'checked'] as const) {
    const refused = decideReview({ ...decision, outcome })
    assert.deepEqual(
      [refused.refused, refused],
      [
        'decision_not_refused',
        { refused: 'decision_not_refused', detail: { values: { state: outcome } } },
      ],
    )
  }
  const review = { outcome: 'confirmed', note: 'n', createdAt: decision.createdAt } as const
  assert.equal(decideReview({ ...decision, review }).refused, 'decision_reviewed')
})

test('limits that no total meets are faults', () => {
  const paths = (chosen: Partial<DecisionLimits>) =>
    limitFaults({ ...standardLimits, ...chosen }).map(([path]) => path)
  assert.deepEqual(paths({}), [])
  assert.deepEqual(paths({ open_amount_max: 5, income_from: 5, check_from: 5 }), [])
  const beyond = { open_amount_max: 5, income_from: 6, check_from: 7 }
  assert.deepEqual(paths(beyond), ['income_from', 'check_from'])
  assert.deepEqual(paths({ check_from: 1_000_001 }), ['check_from'])
})

test('every sentence has all its numbers, in both languages, as people write them', () => {
  for (const [code, effect, , beyond, values] of cases) {
    const reasons = [{ ...reasonOf('rules', code, effect), values }]
    const [shown] = decisionView({ ...decision, reasons, inputs: inputs(beyond) }).reasons
    for (const sentence of [shown?.es, shown?.en]) {
      assert.match(sentence ?? '', /^\p{Lu}?.*\.$/u)
      assert.doesNotMatch(sentence ?? '', /[{}]/)
    }
  }
  for (const { es, en } of Object.values(sentences)) assert.notEqual(es, en)
})

test('the buyer reads the decisive reasons, in their language, and whom to contact', () => {
  const actual = judge(inputs({ loans: { open_amount: cents(950_001) }, attempts: 10 })).reasons
  const reasons = [
    ...actual,
    { ...reasonOf('rules', 'late_instalments_exceeded', 'refused'), advisory: true },
    { ...reasonOf('rules', 'written_off_exceeded', 'none'), waived_by: 'd1' },
    {
      ...reasonOf('scorecard', 'own', 'refused'),
      words: { es: 'Puntuación baja.', en: 'Low score.' },
    },
  ]
  const shown = {
    decision: { ...decision, reasons },
    lender: 'Lender (Calle Mayor 1, Madrid, lender@example.com)',
    reference: 'A-1',
  }
  assert.deepEqual(explanationView({ ...shown, language: 'es' }), {
    outcome: 'refused',
    automated: true,
    language: 'es',
    reasons: [
      'Lo que ya se debe, 9.500,01\u00a0€, y esta compra, 500,00\u00a0€, superan el límite de ' +
        '10.000,00\u00a0€.',
      'Es el intento número 11 en 24 horas; se admiten 10.',
      'Puntuación baja.',
    ],
    human_review: {
      available: true,
      how:
        'Escriba a Lender (Calle Mayor 1, Madrid, lender@example.com) e indique el pedido A-1: ' +
        'una persona revisará la decisión.',
      outcome: null,
    },
    created: '2026-11-21T10:00:00.000000Z',
  })
  const review = { outcome: 'overturned', note: null, createdAt: decision.createdAt } as const
  const reviewed = { ...shown, decision: { ...decision, reasons, review } }
  const { human_review: human } = explanationView({ ...reviewed, language: 'en' })
  assert.deepEqual([human.available, human.outcome], [false, 'overturned'])
})
