import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { anOffer, aProgress, opened, play } from '../../../../test/fixtures/checkout-flow.ts'
import { canLeave, firstModel, isOpen, type Model, resultOf, stateOf, stepOf } from './model.ts'
import { type Event, reduce } from './reducer.ts'
import type { ProblemKind, Progress } from './types.ts'

const offer = anOffer()
const other = anOffer({ num_instalments: 6 })
const draft = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000', birthday: '1990-01-01' },
  ...{ document_id: '12345678Z', email: 'ada@example.com', income: '' },
}
const toData: Event[] = [
  { kind: 'chosen', offer },
  { kind: 'went', place: 'data' },
]
const toSignature: Event[] = [
  ...toData,
  { kind: 'pressed', press: 'save', draft },
  { kind: 'saved' },
  { kind: 'released' },
]
const signing: Event[] = [...toSignature, { kind: 'pressed', press: 'sign' }]
const moved = (status: 'pending' | 'ok' | 'ko', reason: string): Event => ({
  ...{ kind: 'moved', status, reason },
})

type Row = {
  readonly name: string
  readonly events: readonly Event[]
  readonly step: string
  readonly result?: string
}

const waitFor = (reason: string): Event[] => [...signing, moved('pending', reason)]
const rows: Row[] = [
  { name: 'an open checkout begins with its offers', events: [], step: 'offers' },
  { name: 'without a choice nothing follows', events: [toData[1] as Event], step: 'offers' },
  { name: 'a choice leads to the data', events: toData, step: 'data' },
  {
    name: 'data that are not saved lead nowhere',
    events: [...toData, { kind: 'went', place: 'signature' }],
    step: 'data',
  },
  { name: 'saved data lead to the signature', events: toSignature, step: 'signature' },
  { name: 'a signature under way stays where it is', events: signing, step: 'signature' },
  {
    name: 'an identity check is pending',
    events: waitFor('challenge_required'),
    step: 'challenge',
    result: 'pending',
  },
  {
    name: 'what the store has to confirm is waited for',
    events: waitFor('confirmation_required'),
    step: 'waiting',
  },
  {
    name: 'a buyer who does not wait sees that it is pending',
    events: [...waitFor('confirmation_required'), { kind: 'impatient' }],
    step: 'result',
    result: 'pending',
  },
  {
    name: 'a refusal is a result',
    events: [...signing, moved('ko', 'ko_generic')],
    step: 'result',
    result: 'ko',
  },
  {
    name: 'a confirmed checkout is a success',
    events: [...waitFor('confirmation_required'), moved('ok', '')],
    step: 'result',
    result: 'success',
  },
  {
    name: 'a pending result may become a success',
    events: [...waitFor('confirmation_required'), { kind: 'impatient' }, moved('ok', '')],
    step: 'result',
    result: 'success',
  },
  {
    name: 'a time that is over is a result',
    events: [{ kind: 'progress', progress: aProgress({ now: '2026-11-21T11:00:00.000000Z' }) }],
    step: 'result',
    result: 'ko',
  },
  {
    name: 'a problem goes when the checkout is read again',
    events: [
      { kind: 'problem', problem: 'unexpected', requestId: null },
      { kind: 'progress', progress: aProgress() },
    ],
    step: 'offers',
  },
  {
    name: 'no problem stands before a final result',
    events: [
      ...waitFor('confirmation_required'),
      moved('ok', ''),
      { kind: 'problem', problem: 'not_found', requestId: null },
    ],
    step: 'result',
    result: 'success',
  },
  {
    name: 'a problem found during a signature changes nothing',
    events: [...signing, { kind: 'problem', problem: 'not_found', requestId: null }],
    step: 'signature',
  },
  {
    name: 'an answer that was overtaken changes nothing',
    events: [
      ...waitFor('confirmation_required'),
      { kind: 'progress', progress: aProgress() },
      { kind: 'offers', offers: [offer], stored: {} },
    ],
    step: 'waiting',
  },
  {
    name: 'nothing offered is a problem',
    events: [{ kind: 'offers', offers: [], stored: {} }],
    step: 'problem',
  },
]

describe('from event to step', () => {
  for (const { name, events, step, result } of rows) {
    test(name, () => {
      const model = play(opened(), events)
      assert.equal(stepOf(model), step)
      assert.equal(resultOf(model)?.status, result)
    })
  }
})

test('a signature that has visibly arrived is no longer awaited', () => {
  const arrived = aProgress({ status_reason: 'confirmation_required' })
  const model = play(opened(), [...signing, { kind: 'progress', progress: arrived }])
  assert.deepEqual([stepOf(model), stateOf(model).busy], ['waiting', false])
  const open: Event = { kind: 'progress', progress: aProgress() }
  assert.equal(stateOf(play(opened(), [...signing, open])).busy, true)
})

describe('a reload', () => {
  const stored = { place: 'signature', chosen: 'instalments-6' } as const
  const reopened = (progress: Progress, offers = [offer, other]) =>
    play(firstModel({ now: 0, embedded: false, wayBack: false, language: 'es' }), [
      { kind: 'progress', progress },
      { kind: 'offers', offers, stored },
    ])
  const known = { email: 'a@b.example', first_name: 'Ada', last_name: 'P', phone: '600000000' }
  const buyer = { ...known, birthday: '1990-01-01', document_id: '12345678Z' }

  test('continues at the signature with the same choice', () => {
    const model = reopened(aProgress({ buyer }))
    assert.deepEqual([stepOf(model), model.chosen], ['signature', other])
  })
  test('asks for the data that the server does not have', () => {
    const model = reopened(aProgress({ buyer: { ...buyer, phone: null } }))
    assert.deepEqual([stepOf(model), model.buyer.first_name], ['data', 'Ada'])
  })
  test('begins again if the choice is no longer offered', () => {
    const model = reopened(aProgress({ buyer }), [offer])
    assert.deepEqual([stepOf(model), model.chosen], ['offers', null])
  })
  test('continues the wait from when it began', () => {
    const since = aProgress({ status_reason: 'confirmation_required' })
    const first = firstModel({ now: 0, embedded: false, wayBack: false, language: 'es' })
    const waited = reduce(first, { kind: 'waited', since: -14_000 }, 0)
    const model = reduce(waited, { kind: 'progress', progress: since }, 10)
    assert.equal(stepOf(model), 'waiting')
    assert.equal(resultOf(reduce(model, { kind: 'tick' }, 1_000))?.status, 'pending')
  })
})

describe('time', () => {
  test('is counted by the clock of the server', () => {
    assert.equal(stateOf(opened()).secondsLeft, 3_600)
    const later = reduce(opened(), { kind: 'tick' }, 60_500)
    assert.equal(stateOf(later).secondsLeft, 3_540)
  })
  test('makes a confirmation that does not come pending after 15 seconds', () => {
    const model = play(opened(), waitFor('confirmation_required'))
    const at = (ms: number) => resultOf(reduce(model, { kind: 'tick' }, model.now + ms))
    assert.equal(at(14_999), null)
    assert.equal(at(15_000)?.status, 'pending')
  })
  test('takes a tab to the store, and a frame nowhere', () => {
    const done: Event[] = [...waitFor('confirmation_required'), moved('ok', '')]
    const tab = play(opened(), done)
    assert.equal(stateOf(tab).leavingIn, 30)
    assert.equal(stateOf(reduce(tab, { kind: 'stayed' }, 0)).leavingIn, null)
    assert.equal(stateOf(play(opened({ embedded: true }), done)).leavingIn, null)
  })
  test('begins again when a pending result becomes another', () => {
    const pending = [...waitFor('confirmation_required'), { kind: 'impatient' } as const]
    const model = reduce(play(opened(), pending), { kind: 'tick' }, 9_000)
    assert.equal(stateOf(model).leavingIn, 21)
    assert.equal(stateOf(reduce(model, moved('ok', ''), 9_000)).leavingIn, 30)
  })
})

const events: fc.Arbitrary<Event> = fc.constantFrom<Event[]>(
  ...signing,
  ...(['save', 'sign', 'challenge', 'leave', 'retry'] as const).map(
    (press) => ({ kind: 'pressed', press }) as const,
  ),
  moved('pending', 'challenge_required'),
  moved('pending', 'confirmation_required'),
  moved('ok', ''),
  moved('ko', 'ko_generic'),
  { kind: 'progress', progress: aProgress() },
  { kind: 'progress', progress: aProgress({ status_reason: 'challenge_required' }) },
  { kind: 'progress', progress: aProgress({ status_reason: 'confirmation_required' }) },
  { kind: 'progress', progress: aProgress({ status: 'ok', status_reason: '' }) },
  { kind: 'progress', progress: aProgress({ status: 'ko', status_reason: 'expired' }) },
  { kind: 'progress', progress: aProgress({ now: '2026-11-21T11:00:00.000000Z' }) },
  { kind: 'offers', offers: [offer, other], stored: { place: 'signature' } },
  { kind: 'offers', offers: [], stored: {} },
  { kind: 'chosen', offer: other },
  { kind: 'went', place: 'offers' },
  { kind: 'went', place: 'signature' },
  { kind: 'released', notice: 'card_declined', forgetCard: true },
  { kind: 'connection', lost: true },
  { kind: 'impatient' },
  { kind: 'stayed' },
  { kind: 'tick' },
  ...(['nothing_named', 'not_found', 'key', 'origin', 'unreachable'] as ProblemKind[]).map(
    (problem) => ({ kind: 'problem', problem, requestId: null }) as const,
  ),
)
const beginnings = fc.constantFrom(
  opened(),
  play(opened(), toData),
  play(opened(), toSignature),
  play(opened(), signing),
)
const lives = fc.array(fc.tuple(events, fc.nat(20_000)), { maxLength: 60 })

/** Every model that a life passes. */
function* passed(first: Model, life: readonly (readonly [Event, number])[]) {
  let model = first
  for (const [event, ms] of life) {
    const before: Model = model
    model = reduce(before, event, before.now + ms)
    yield { before, event, after: model }
  }
}

describe('whatever happens', () => {
  test('a final result stays', () => {
    fc.assert(
      fc.property(lives, (life) => {
        for (const { before, after } of passed(opened(), life)) {
          const was = resultOf(before)
          if (was === null || was.status === 'pending') continue
          assert.deepEqual(resultOf(after), was)
          assert.equal(stepOf(after), stepOf(before) === 'problem' ? 'problem' : 'result')
        }
      }),
    )
  })
  test('a button is taken when no other is, and a signature only while nothing is signed', () => {
    fc.assert(
      fc.property(beginnings, lives, (first, life) => {
        for (const { before, event, after } of passed(first, life)) {
          if (event.kind !== 'pressed' || after.pressed === before.pressed) continue
          assert.equal(before.pressed, null)
          if (event.press === 'sign') assert.ok(isOpen(before) && before.chosen !== null)
        }
      }),
    )
  })
  test('a problem has a way on, and a tab with nowhere to go may try again', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), fc.boolean(), (life, embedded, wayBack) => {
        const first = firstModel({ now: 0, embedded, wayBack, language: 'en' })
        for (const { after } of passed(first, life)) {
          const { problem } = after
          if (problem === null) continue
          assert.ok(problem.canRetry || problem.canLeave)
          assert.ok(!problem.canLeave || canLeave(after))
        }
      }),
    )
  })
  test('time does not go back, and the remaining time is never negative', () => {
    fc.assert(
      fc.property(lives, (life) => {
        for (const { before, after } of passed(opened(), life)) {
          const back = reduce(after, { kind: 'tick' }, before.now - 1_000)
          const { secondsLeft, leavingIn } = stateOf(back)
          assert.ok(after.now >= before.now && back.now >= after.now)
          assert.ok((secondsLeft ?? 0) >= 0 && (leavingIn ?? 0) >= 0)
        }
      }),
    )
  })
})
