import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overtakenProgress, type Progress } from '../../kernel/notifications/progress.ts'
import type { Verdict } from '../confirmation/answer.ts'
import { attemptedProgress } from './progress.ts'

const at = new Date('2026-11-22T12:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const base: Progress = {
  ...{ state: 'waiting', nextAttemptAt: after(30), leasedUntil: null, overtakenBy: null },
}
const none = { nextAttemptAt: null, leasedUntil: null, overtakenBy: null }
const lease = after(60)

const taken: readonly (readonly [name: string, before: Progress, outcome: Progress])[] = [
  [
    'that waits for its retry is never sent',
    base,
    { ...none, state: 'overtaken', overtakenBy: 'newer' },
  ],
  [
    'with an attempt under way lets it end',
    { ...base, nextAttemptAt: lease, leasedUntil: lease },
    { ...none, state: 'overtaken', leasedUntil: lease, overtakenBy: 'newer' },
  ],
  [
    'that was delivered cannot be replayed',
    { ...none, state: 'delivered' },
    { ...none, state: 'delivered', overtakenBy: 'newer' },
  ],
  [
    'that was given up cannot be replayed',
    { ...none, state: 'abandoned' },
    { ...none, state: 'abandoned', overtakenBy: 'newer' },
  ],
  [
    'whose attempt outlasts a second replacement is waited for by the newest',
    { ...none, state: 'overtaken', leasedUntil: lease, overtakenBy: 'second' },
    { ...none, state: 'overtaken', leasedUntil: lease, overtakenBy: 'newer' },
  ],
]
for (const [name, before, outcome] of taken) {
  test(`a newer checkout takes the name: a message ${name}`, () => {
    assert.deepEqual(overtakenProgress(before, 'newer'), outcome)
  })
}

type Case = readonly [
  name: string,
  verdict: Verdict,
  more: { overtakenBy?: string; deadline?: Date; retryAfter?: Date },
  outcome: Partial<Progress>,
]
const attempted: readonly Case[] = [
  ['answered ok', 'ok', {}, { state: 'delivered' }],
  ['answered ko, whatever it was about', 'ko', {}, { state: 'delivered' }],
  ['not answered', 'none', {}, { state: 'waiting', nextAttemptAt: after(5) }],
  [
    'told to come later',
    'none',
    { retryAfter: after(100) },
    { state: 'waiting', nextAttemptAt: after(100) },
  ],
  ['not answered in the end', 'none', { deadline: after(1) }, { state: 'abandoned' }],
  ['not answered, and overtaken', 'none', { overtakenBy: 'newer' }, { state: 'overtaken' }],
  ['answered ok, and overtaken', 'ok', { overtakenBy: 'newer' }, { state: 'delivered' }],
  ['answered ko, and overtaken', 'ko', { overtakenBy: 'newer' }, { state: 'delivered' }],
]
for (const [name, verdict, more, outcome] of attempted) {
  test(`an attempt is ${name}`, () => {
    const { overtakenBy = null, deadline = after(3_600), retryAfter } = more
    const progress = attemptedProgress({
      ...{ progress: { ...base, overtakenBy }, isLate: false, verdict, attempts: 1 },
      ...{ at, deadline, retryAfter, random: () => 0 },
    })
    assert.deepEqual(progress, { ...none, overtakenBy, ...outcome })
  })
}

test('after another attempt was settled only an answer changes anything', () => {
  for (const state of ['waiting', 'delivered', 'abandoned'] as const) {
    const progress = state === 'waiting' ? base : { ...none, state }
    const late = { progress, isLate: true, attempts: 2, at, deadline: after(1) }
    const settled = (verdict: Verdict) =>
      attemptedProgress({ ...late, verdict, retryAfter: undefined, random: () => 0 })
    assert.deepEqual(settled('none'), progress)
    assert.deepEqual(settled('ok'), { ...none, state: 'delivered' })
  }
})
