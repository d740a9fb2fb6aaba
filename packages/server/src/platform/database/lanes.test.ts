import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { Refused } from '../refusal.ts'
import { createLanes } from './lanes.ts'

const busy = () => new Refused('order_busy')

/** A piece of work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('runs work of one name in order of arrival, one at a time', async () => {
  const lanes = createLanes(1_000, busy)
  const log: string[] = []
  const first = held()
  const running = lanes.run('order', first.work).then(() => log.push('first'))
  const later = ['second', 'third'].map((name) =>
    lanes.run('order', async () => {
      log.push(name)
    }),
  )
  assert.deepEqual(log, [])
  first.end()
  await Promise.all([running, ...later])
  assert.deepEqual(log, ['first', 'second', 'third'])
})

test('lets other names and work without a name pass', async () => {
  const lanes = createLanes(1_000, busy)
  const first = held()
  const running = lanes.run('order', first.work)
  assert.equal(await lanes.run('other', async () => 'passed'), 'passed')
  assert.equal(await lanes.run(null, async () => 'passed'), 'passed')
  first.end()
  await running
})

test('refuses work that waits too long, and continues with the next', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const lanes = createLanes(2_000, busy)
  const first = held()
  const running = lanes.run('order', first.work)
  const second = lanes.run('order', async () => 'never')
  mock.timers.tick(2_000)
  await assert.rejects(second, (error) => error instanceof Refused && error.code === 'order_busy')
  const third = lanes.run('order', async () => 'done')
  first.end()
  await running
  assert.equal(await third, 'done')
  mock.timers.reset()
})

test('opens the lane again after work that failed', async () => {
  const lanes = createLanes(1_000, busy)
  await assert.rejects(
    lanes.run('order', () => Promise.reject(new Error('failed'))),
    /failed/,
  )
  assert.equal(await lanes.run('order', async () => 'done'), 'done')
})

test('a work that passes its turn on lets the next one begin, and only that one', async () => {
  const lanes = createLanes(1_000, busy)
  const [first, second] = [held(), held()]
  const log: string[] = []
  const running = [
    lanes.run('order', async ({ follows, passOn }) => {
      log.push(`first ${follows}`)
      await Promise.resolve()
      passOn()
      passOn()
      await first.work()
    }),
    lanes.run('order', async ({ follows }) => {
      log.push(`second ${follows}`)
      first.end()
      await second.work()
    }),
    lanes.run('order', async ({ follows }) => {
      log.push(`third ${follows}`)
    }),
  ]
  await running[0]
  assert.deepEqual(log, ['first false', 'second true'])
  second.end()
  await Promise.all(running)
  assert.deepEqual(log, ['first false', 'second true', 'third false'])
})

test('a turn that is passed on to nobody stays with its work', async () => {
  const lanes = createLanes(1_000, busy)
  const first = held()
  const passed = Promise.withResolvers<void>()
  const log: string[] = []
  const running = lanes.run('order', async ({ passOn }) => {
    passOn()
    passed.resolve()
    await first.work()
    log.push('first')
  })
  await passed.promise
  const next = lanes.run('order', async ({ follows }) => {
    log.push(`next ${follows}`)
  })
  first.end()
  await Promise.all([running, next])
  assert.deepEqual(log, ['first', 'next false'])
})
