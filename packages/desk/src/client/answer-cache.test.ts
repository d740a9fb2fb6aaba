// What is kept of answers: when they are asked for, what stays, and what is left behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerCache, type Place } from './answer-cache.ts'
import type { Failure } from './api.ts'

const place: Place = { sandbox: false, storeId: undefined, path: '/orders' }

/** A service whose answers the test gives, and a clock that it moves. */
function scene() {
  let at = 1_000
  let isHidden = false
  /** What waits for a time, and for which. */
  const turns: { readonly dueAt: number; readonly resolve: () => void }[] = []
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
    isHidden: () => isHidden,
    wait: (ms) => new Promise<void>((resolve) => turns.push({ dueAt: at + ms, resolve })),
  })
  /** Until all that waits for promises has gone on. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...{ cache, requests },
    pass: (ms: number) => {
      at += ms
    },
    hide: (hidden: boolean) => {
      isHidden = hidden
    },
    /** The same for what waits for it. */
    async comes(ms: number) {
      const until = at + ms
      const next = () => Math.min(until, ...turns.map(({ dueAt }) => dueAt))
      for (at = next(); turns.some(({ dueAt }) => dueAt <= at); at = next()) {
        for (const turn of turns.splice(0)) {
          if (turn.dueAt <= at) turn.resolve()
          else turns.push(turn)
        }
        await settled()
      }
      await settled()
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

test('what is read for an event is not given up for the next, but read again', async () => {
  const { cache, requests, answers, comes } = scene()
  cache.watch(place, () => {})
  await answers(0, 'before')
  cache.outdate(() => true)
  cache.outdate(() => true)
  assert.equal(requests.length, 1, 'a burst is awaited')
  await comes(100)
  assert.equal(requests.length, 2)
  cache.outdate(() => true)
  await comes(100)
  assert.deepEqual([requests.length, requests[1]?.signal.aborted], [2, false])
  await answers(1, 'first')
  assert.deepEqual([requests.length, cache.look(place).data], [3, 'first'])
  await answers(2, 'second')
  await comes(60_000)
  assert.deepEqual([requests.length, cache.look(place).data], [3, 'second'])
})

test('under ten minutes of steady events it is requested ever less often', async () => {
  const { cache, requests, answers, comes } = scene()
  cache.watch(place, () => {})
  await answers(0, 0)
  for (let event = 0; event < 3_000; event++) {
    cache.outdate(() => true)
    await comes(200)
    await answers(requests.length - 1, event)
  }
  assert.ok(requests.length >= 15 && requests.length <= 35, `${requests.length} requests`)
  // What comes after a quiet time is read soon, even if there was a turn to wait for.
  await comes(31_000)
  await answers(requests.length - 1, 'last')
  const before = requests.length
  cache.outdate(() => true)
  await comes(2_000)
  assert.equal(requests.length, before + 1)
})

test('a hidden page requests nothing until it is shown', async () => {
  const { cache, requests, answers, comes, hide } = scene()
  cache.watch(place, () => {})
  await answers(0, 'before')
  cache.outdate(() => true)
  hide(true)
  for (let event = 0; event < 100; event++) {
    cache.outdate(() => true)
    await comes(200)
  }
  assert.equal(requests.length, 1)
  hide(false)
  cache.freshen()
  assert.equal(requests.length, 2)
  await answers(1, 'after')
  cache.outdate(() => true)
  await comes(100)
  assert.equal(requests.length, 3, 'and from then on as before')
})

test('what was not answered before its screen was left is requested when it is shown', async () => {
  const { cache, requests, answers } = scene()
  const leave = cache.watch(place, () => {})
  await answers(0, 'before')
  void cache.reload(place)
  leave()
  cache.watch(place, () => {})
  assert.equal(requests.length, 3)
})

test('an equal answer is the same: nothing is drawn again for it', async () => {
  const { cache, answers } = scene()
  cache.watch(place, () => {})
  const rows = { results: [{ id: 1 }] }
  await answers(0, rows)
  void cache.reload(place)
  await answers(1, { results: [{ id: 1 }] })
  assert.equal(cache.look(place).data, rows)
  void cache.reload(place)
  await answers(2, { results: [{ id: 2 }] })
  assert.notEqual(cache.look(place).data, rows)
})
