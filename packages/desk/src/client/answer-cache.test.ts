// What is kept of answers: when they are asked for, what stays, and what is left behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerCache, type Place } from './answer-cache.ts'
import type { Failure } from './api.ts'

const place: Place = { sandbox: false, storeId: undefined, path: '/orders' }

/** A service whose answers the test gives, and a clock that it moves. */
function scene() {
  let at = 1_000
  const requests: { readonly place: Place; readonly signal: AbortSignal }[] = []
  const waiting: PromiseWithResolvers<unknown>[] = []
  const cache = createAnswerCache({
    read(wanted, signal) {
      const answer = Promise.withResolvers<unknown>()
      requests.push({ place: wanted, signal })
      waiting.push(answer)
      return answer.promise
    },
    // Of a refusal the cache only knows that it is one.
    failureIn: (error) => error as Failure,
    now: () => at,
  })
  /** Until all that waits for promises has gone on. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...{ cache, requests },
    pass: (ms: number) => {
      at += ms
    },
    async answers(index: number, data: unknown) {
      waiting[index]?.resolve(data)
      await settled()
    },
    async refuses(index: number, code: string) {
      waiting[index]?.reject({ code })
      await settled()
    },
  }
}

test('two watchers cause one request, and both get the answer', async () => {
  const { cache, requests, answers } = scene()
  assert.deepEqual(cache.look(place), {
    ...{ data: undefined, failure: undefined, at: 0, isAsking: true },
  })
  let drawn = 0
  cache.watch(place, () => drawn++)
  cache.watch({ ...place }, () => drawn++)
  assert.equal(requests.length, 1)
  const before = drawn
  await answers(0, { id: 1 })
  assert.equal(drawn - before, 2)
  assert.deepEqual(cache.look(place).data, { id: 1 })
  cache.watch({ ...place, sandbox: true }, () => {})
  cache.watch({ ...place, storeId: 'a' }, () => {})
  assert.equal(requests.length, 3, 'another mode and another store are other answers')
})

test('fresh answers are not requested again; stale ones are, once watched', async () => {
  const { cache, requests, answers, pass } = scene()
  const leave = cache.watch(place, () => {})
  await answers(0, 'first')
  leave()
  pass(19_999)
  cache.watch(place, () => {})()
  cache.freshen()
  assert.equal(requests.length, 1)
  pass(1)
  cache.freshen()
  assert.equal(requests.length, 1, 'nobody looks')
  assert.equal(cache.look(place).isAsking, true, 'a watcher is about to ask')
  const stay = cache.watch(place, () => {})
  assert.equal(requests.length, 2)
  assert.equal(cache.look(place).data, 'first', 'what is known stays')
  await answers(1, 'second')
  pass(20_000)
  cache.freshen()
  assert.equal(requests.length, 3, 'somebody has come back')
  cache.freshen()
  assert.equal(requests.length, 3, 'it is on its way')
  stay()
})

test('a failure is shown with the last answer, and cleared by a new request', async () => {
  const { cache, requests, answers, refuses } = scene()
  const leave = cache.watch(place, () => {})
  await refuses(0, 'busy')
  assert.deepEqual(cache.look(place), {
    ...{ data: undefined, failure: { code: 'busy' }, at: 0, isAsking: false },
  })
  const again = cache.reload(place)
  assert.equal(cache.look(place).failure, undefined, 'it is asked for anew')
  await answers(1, 'known')
  await again
  const failed = cache.reload(place)
  await refuses(2, 'gone')
  await failed
  const { data, failure, at } = cache.look(place)
  assert.deepEqual([data, failure, at], ['known', { code: 'gone' }, 1_000])
  leave()
  cache.watch(place, () => {})
  assert.equal(requests.length, 4, 'the next watcher asks again')
})

test('after an event watched answers are reloaded immediately, others when watched', async () => {
  const { cache, requests, answers } = scene()
  const other = { ...place, path: '/loans' }
  cache.watch(place, () => {})
  const leave = cache.watch(other, () => {})
  await answers(0, 'orders')
  await answers(1, 'loans')
  leave()
  const done = cache.invalidate(({ path }) => path !== '/me')
  assert.deepEqual(
    requests.slice(2).map((each) => each.place.path),
    ['/orders'],
  )
  await answers(2, 'newer')
  await done
  assert.equal(cache.look(place).data, 'newer')
  cache.watch(other, () => {})
  assert.equal(requests.at(-1)?.place.path, '/loans')
})

test('an answer from before an event is discarded', async () => {
  const { cache, requests, answers } = scene()
  cache.watch(place, () => {})
  const done = cache.invalidate(() => true)
  assert.deepEqual(
    requests.map(({ signal }) => signal.aborted),
    [true, false],
  )
  await answers(0, 'before')
  assert.equal(cache.look(place).data, undefined)
  await answers(1, 'after')
  await done
  assert.equal(cache.look(place).data, 'after')
})

test('unwatched answers are not awaited, and are forgotten ten minutes later', async () => {
  const { cache, requests, answers, pass } = scene()
  const leave = cache.watch(place, () => {})
  leave()
  assert.equal(requests[0]?.signal.aborted, true)
  await answers(0, 'too late')
  assert.equal(cache.look(place).data, undefined)
  const second = cache.watch(place, () => {})
  await answers(1, 'known')
  second()
  pass(600_000)
  const other = { ...place, path: '/loans' }
  cache.watch(other, () => {})()
  assert.equal(cache.look(place).data, 'known')
  pass(1)
  cache.watch(other, () => {})()
  assert.equal(cache.look(place).data, undefined)
})
