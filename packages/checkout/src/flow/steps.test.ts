import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anOffer, aProgress } from '../../../../test/fixtures/checkout-flow.ts'
import { firstModel } from './model.ts'
import { followSteps } from './steps.ts'
import { createStore } from './store.ts'

/** A window's history whose traversals are over at once. */
function aHistory(states: unknown[] = [null]) {
  let here = states.length - 1
  let hear = (_state: unknown) => {}
  const went: number[] = []
  const history = {
    get state() {
      return states[here]
    },
    go(by = 0) {
      went.push(by)
      if (states[here + by] === undefined) return
      here += by
      hear(states[here])
    },
    pushState(state: unknown) {
      states.splice(++here, states.length, state)
    },
    replaceState(state: unknown) {
      states[here] = state
    },
  }
  return {
    went,
    history,
    onArrival: (listener: typeof hear) => {
      hear = listener
    },
    entries: () => states.map((state) => (state as { step?: number } | null)?.step),
    here: () => here,
  }
}

function opened(place: ReturnType<typeof aHistory>) {
  const first = firstModel({ now: 0, embedded: false, wayBack: false, language: 'es' })
  const store = createStore(first, () => 0)
  const { history, onArrival } = place
  const steps = followSteps({ store, history, onArrival, session: () => null })
  store.dispatch({ kind: 'progress', progress: aProgress() })
  store.dispatch({ kind: 'offers', offers: [anOffer()], stored: {} })
  return { store, steps }
}

function atSignature(place: ReturnType<typeof aHistory>) {
  const made = opened(place)
  const { store } = made
  store.dispatch({ kind: 'chosen', offer: anOffer() })
  store.dispatch({ kind: 'went', place: 'data' })
  store.dispatch({ kind: 'saved' })
  return made
}

test('each step is an entry, which keeps what a router has written into it', () => {
  const place = aHistory([{ router: 'x' }])
  const { store } = atSignature(place)
  assert.deepEqual([place.entries(), place.here()], [[0, 1, 2], 2])
  assert.deepEqual(place.history.state, { router: 'x', step: 2 })
  place.history.go(-1)
  assert.equal(store.model.place, 'data')
  store.dispatch({ kind: 'went', place: 'offers' })
  assert.deepEqual([place.entries(), place.here()], [[0, 1, 2], 0])
})

test('a step that is not allowed now leads back to where the buyer is', () => {
  const place = aHistory()
  const { store } = atSignature(place)
  store.dispatch({ kind: 'pressed', press: 'sign' })
  place.history.go(-1)
  assert.deepEqual([store.model.place, place.entries(), place.here()], ['signature', [0, 1, 2], 2])
})

test('an offer that is gone leads to the first entry', () => {
  const place = aHistory()
  const { store } = atSignature(place)
  store.dispatch({ kind: 'pressed', press: 'sign' })
  store.dispatch({ kind: 'released', notice: 'offer_gone', place: 'offers' })
  assert.deepEqual([place.entries(), place.here()], [[0, 1, 2], 0])
})

test('after the signature the back button leaves, wherever it is pressed', () => {
  const place = aHistory(['shop', null])
  const { store } = atSignature(place)
  store.dispatch({ kind: 'moved', status: 'ok', reason: 'confirmed' })
  place.history.go(-1)
  assert.deepEqual([place.went, place.here()], [[-1, -2], 0])
})

test('a reload continues at its own entry', () => {
  const place = aHistory(['shop', { step: 0 }, { step: 1 }])
  const { store } = opened(place)
  // Nothing was kept of the choice: the first step is all there is.
  assert.deepEqual([store.model.place, place.here()], ['offers', 1])
})

test('leaving happens from the first entry, and nothing follows it', async () => {
  const place = aHistory(['shop', null])
  const { store, steps } = atSignature(place)
  await steps.toFirst()
  assert.equal(place.here(), 1)
  store.dispatch({ kind: 'went', place: 'offers' })
  store.dispatch({ kind: 'went', place: 'data' })
  assert.equal(place.here(), 1)
})

test('a foreign entry is not a step, and the page copes with a refused one', () => {
  const place = aHistory()
  const { store } = atSignature(place)
  place.history.pushState('anchor')
  place.history.go(0)
  assert.equal(store.model.place, 'signature')
  const strict = aHistory()
  strict.history.pushState = () => {
    throw new DOMException('too often', 'SecurityError')
  }
  assert.equal(atSignature(strict).store.model.place, 'signature')
})

test('leaving twice in a row goes back once', async () => {
  const place = aHistory([null, null, null])
  const { go } = place.history
  place.history.go = (by) => void setTimeout(() => go(by), 5)
  const { steps } = atSignature(place)
  await Promise.all([steps.toFirst(), steps.toFirst()])
  assert.deepEqual(place.went, [-2])
  await steps.toFirst()
  assert.deepEqual([place.went, place.here()], [[-2], 2])
})
