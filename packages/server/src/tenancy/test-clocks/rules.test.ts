import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMoment } from '../../composition/advance/moments.ts'
import { addDuration } from '../../platform/time/durations.ts'
import { decideAdvance, type Standing, type Wish } from './rules.ts'
import type { TestClock } from './test-clock.ts'
import { timeOf } from './test-clock.ts'

const real = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(real.getTime() + seconds * 1_000)
const frozen: TestClock = {
  storeId: 'store',
  shows: after(60),
  runsSince: null,
  target: null,
  runsOn: false,
}
const running: TestClock = { ...frozen, runsSince: after(-30) }
const underWay: TestClock = { ...frozen, target: after(600) }
const furthest = after(1_000)

const cases: readonly [string, TestClock | undefined, Partial<Wish>, string | TestClock | null][] =
  [
    ['the first', undefined, {}, { ...frozen, shows: real, target: after(100) }],
    [
      'the first, to where it is',
      undefined,
      { target: real },
      { ...frozen, shows: real, target: real },
    ],
    ['the first, running, to where it is', undefined, { target: real, frozen: false }, null],
    ['forward', frozen, {}, { ...frozen, target: after(100) }],
    ['and then on', frozen, { frozen: false }, { ...frozen, target: after(100), runsOn: true }],
    ['to where it is', frozen, { target: after(60) }, { ...frozen, target: after(60) }],
    ['back', frozen, { target: after(59) }, 'body_invalid'],
    ['back behind what runs', running, { target: after(89) }, 'body_invalid'],
    ['what runs stands still', running, {}, { ...frozen, shows: after(90), target: after(100) }],
    ['as far as may be', frozen, { target: furthest }, { ...frozen, target: furthest }],
    ['too far', frozen, { target: after(1_001) }, 'body_invalid'],
    ['too far to be said', frozen, { target: undefined, field: 'advance' }, 'body_invalid'],
    ['while it is on its way', underWay, {}, 'test_clock_travelling'],
    ['while it is on its way there', underWay, { target: after(600) }, null],
    [
      'there, but not to stay',
      underWay,
      { target: after(600), frozen: false },
      'test_clock_travelling',
    ],
  ]
for (const [name, before, wish, expected] of cases) {
  test(`a clock is sent: ${name}`, () => {
    const standing: Standing = { storeId: 'store', before, real, furthest }
    const request: Wish = { target: after(100), field: 'now', frozen: true, ...wish }
    const decision = decideAdvance(standing, request)
    if (typeof expected === 'string') assert.equal(decision.refused, expected)
    else assert.deepEqual(decision, { plan: expected ?? undefined })
  })
}

test('a clock is never sent past the last day that calendars are sure of', () => {
  const late = { ...frozen, shows: new Date('2199-12-30T00:00:00Z') }
  const standing = { storeId: 'store', before: late, real, furthest: new Date('2204-01-01') }
  const target = new Date('2199-12-31T00:00:01Z')
  const decision = decideAdvance(standing, { target, field: 'now', frozen: true })
  assert.equal(decision.refused, 'body_invalid')
})

test('a running clock shows the real time that passed, and never less than before', () => {
  assert.deepEqual(timeOf(running, real), after(90))
  assert.deepEqual(timeOf(running, after(-40)), after(60))
  assert.deepEqual(timeOf(frozen, after(9_999)), after(60))
})

const work = (due: Date | null, tells = false) => ({ work: { tells }, due })
const moments: readonly [string, ReturnType<typeof work>[], Date | undefined][] = [
  ['nothing', [work(null), work(null, true)], undefined],
  ['what is first', [work(after(300)), work(after(200)), work(null)], after(200)],
  ['what is overdue is due now', [work(after(-5))], real],
  ['a message that is due now', [work(real, true)], real],
  ['a message that is due later, by the minute', [work(after(61), true)], after(120)],
  ['a message on the minute', [work(after(120), true)], after(120)],
  ['no message past the end', [work(after(590), true)], after(595)],
  ['a message after what is first', [work(after(70)), work(after(61), true)], after(70)],
]
for (const [name, dues, expected] of moments) {
  test(`the next moment: ${name}`, () => {
    assert.deepEqual(nextMoment(dues, { shown: real, upTo: after(595) }), expected)
  })
}

const durations: readonly [string, string, string | undefined][] = [
  ['2026-01-31T09:00:00Z', 'P1M', '2026-02-28T09:00:00.000Z'],
  ['2028-01-31T09:00:00Z', 'P1M', '2028-02-29T09:00:00.000Z'],
  // The clocks of Madrid go forward on the 29th: the day has 23 hours, 24 hours are no day.
  ['2026-03-28T09:00:00Z', 'P1D', '2026-03-29T08:00:00.000Z'],
  ['2026-03-28T09:00:00Z', 'PT24H', '2026-03-29T09:00:00.000Z'],
  ['2026-11-21T12:00:00Z', 'P1Y2M3W4DT5H6M7S', '2028-02-15T17:06:07.000Z'],
  ['2026-11-21T12:00:00Z', 'P0D', '2026-11-21T12:00:00.000Z'],
  ['2026-11-21T12:00:00Z', 'P999999Y', undefined],
]
for (const [from, duration, expected] of durations) {
  test(`${duration} after ${from} in Madrid: ${expected}`, () => {
    const actual = addDuration(new Date(from), duration, 'Europe/Madrid')
    assert.equal(actual?.toISOString(), expected)
  })
}
