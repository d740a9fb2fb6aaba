/**
 * A clock that stands still until it is moved, and timers that fire one by one when it reaches
 * them. Threads see the time of the main thread; only its timers follow it.
 */
import { AsyncResource } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import { promisify } from 'node:util'
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

const KEY = 'recorded time'
/** A Monday morning, far from any clock change. */
const BEGIN = Date.parse('2026-03-02T09:00:00.000Z')
const TIMER_MS_MAX = 2 ** 31 - 1

/** Milliseconds since the beginning. */
const shared = isMainThread
  ? new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))
  : new Float64Array(getEnvironmentData(KEY) as SharedArrayBuffer)
if (isMainThread) setEnvironmentData(KEY, shared.buffer)

export const elapsedMs = (): number => shared[0] ?? 0

type Work = (...given: unknown[]) => void

class SteeredTimer {
  static waiting = new Set<SteeredTimer>()
  static made = 0
  readonly order = ++SteeredTimer.made
  readonly ms: number
  readonly repeats: boolean
  readonly work: () => void
  dueMs = 0

  constructor(work: () => void, ms: number | undefined, repeats: boolean) {
    const wanted = Math.trunc(Number(ms ?? 1))
    this.ms = wanted >= 1 && wanted <= TIMER_MS_MAX ? wanted : 1
    this.repeats = repeats
    this.work = AsyncResource.bind(work)
    this.refresh()
  }

  refresh(): this {
    this.dueMs = elapsedMs() + this.ms
    SteeredTimer.waiting.add(this)
    return this
  }

  close(): this {
    SteeredTimer.waiting.delete(this)
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

/** Fires the next timer that is due by then, at its time; false if there is none. */
export function fireNext(untilMs = Number.POSITIVE_INFINITY): boolean {
  const [next] = [...SteeredTimer.waiting]
    .filter(({ dueMs }) => dueMs <= untilMs)
    .sort((one, other) => one.dueMs - other.dueMs || one.order - other.order)
  if (next === undefined) return false
  moveTo(Math.max(elapsedMs(), next.dueMs))
  if (next.repeats) next.refresh()
  else next.close()
  next.work()
  return true
}

export function moveTo(ms: number): void {
  shared[0] = ms
}

export function steerClock(): void {
  const now = (): number => BEGIN + elapsedMs()
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  Object.defineProperty(performance, 'now', { value: elapsedMs })
}

export function steerTimers(): void {
  const begin =
    (repeats: boolean) =>
    (work: Work, ms?: number, ...given: unknown[]) =>
      new SteeredTimer(() => work(...given), ms, repeats)
  const end = (timer: unknown): void => {
    if (timer instanceof SteeredTimer) timer.close()
  }
  const pause = <T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<T | undefined>((resolve, reject) => {
      const timer = new SteeredTimer(() => resolve(value), ms, false)
      const abort = () => {
        timer.close()
        reject(signal?.reason)
      }
      if (signal?.aborted === true) abort()
      else signal?.addEventListener('abort', abort, { once: true })
    })
  const setTimeout = Object.assign(begin(false), { [promisify.custom]: pause })
  const all = { setTimeout, setInterval: begin(true), clearTimeout: end, clearInterval: end }
  Object.assign(globalThis, all)
  Object.assign(timers, all)
  Object.assign(promises, { setTimeout: pause })
  Object.assign(AbortSignal, {
    timeout(ms: number) {
      const ending = new AbortController()
      const late = () => ending.abort(new DOMException('it took too long', 'TimeoutError'))
      new SteeredTimer(late, ms, false)
      return ending.signal
    },
  })
  syncBuiltinESMExports()
}
