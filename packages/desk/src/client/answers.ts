/** The known answers of the service, for the screens that draw them. */
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import { isSandbox, place } from '../shell/place.ts'
import { createAnswerCache, type Place } from './answer-cache.ts'
import { ask, Failure } from './api.ts'
import { now } from './clock.ts'
import { awaited } from './pending.ts'
import { endSessionOn } from './session.ts'
import { storeOf } from './store.ts'
import { isTouched, type Touch } from './touching.ts'

const failureIn = (error: unknown) => (error instanceof Failure ? error : undefined)
const cache = createAnswerCache({
  ...{ read, failureIn, now },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  isHidden: () => document.hidden,
})

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) cache.freshen()
})

export type Known<T> = {
  /** Undefined: nothing is known yet. */
  readonly data: T | undefined
  readonly failure: Failure | undefined
  readonly isAsking: boolean
  /** It is of another address, and shown until the answer is there. */
  readonly isOther: boolean
  /** Milliseconds since 1970; 0: never. */
  readonly at: number
  readonly reload: () => void
}

type Options = {
  /** Objects without a mode, such as people, are requested in live mode. */
  readonly ofNoMode?: boolean
  /** Absent: the store that one is at. */
  readonly storeId?: string
  /** While the address changes the answer to the one before stays. */
  readonly keepsOther?: boolean
}

const NOTHING = { data: undefined, failure: undefined, at: 0, isAsking: false }

/** The answer to GET of a path; undefined: no request. */
export function useAnswer<T>(path: string | undefined, options: Options = {}): Known<T> {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const sandbox = isSandbox.value && options.ofNoMode !== true
  const storeId = options.storeId ?? storeOf(path ?? '')
  const own = path === undefined ? undefined : { sandbox, storeId, path }
  useLayoutEffect(() => own && cache.watch(own, () => redraw(0)), [sandbox, storeId, path])
  const { data, ...looked } = own ? cache.look(own) : NOTHING
  const shown = useRef(own)
  if (data !== undefined) shown.current = own
  const before = shown.current
  // What the other mode or another store has answered is nothing of this one.
  const isSame = before?.sandbox === sandbox && before.storeId === storeId
  const other = options.keepsOther && before && isSame ? cache.look(before).data : undefined
  return {
    ...looked,
    data: isOf<T>(data) ? data : isOf<T>(other) ? other : undefined,
    isOther: data === undefined && other !== undefined,
    reload: () => void (own && cache.reload(own)),
  }
}

/** The caller states the type of the API's answer at the path. */
const isOf = <T>(data: unknown): data is T => data !== undefined

async function read(wanted: Place, signal: AbortSignal): Promise<unknown> {
  const coming = ask<unknown>({ ...wanted, signal })
  try {
    return await (cache.look(wanted).data === undefined ? awaited(coming) : coming)
  } catch (error) {
    if (!signal.aborted) endSessionOn(error)
    throw error
  }
}

/** What was written may have changed any answer. */
export const forget = (): Promise<void> => cache.invalidate(() => true)

/** What events may have changed. */
export const refresh = (sandbox: boolean, touch: Touch): void => {
  const { path: screen } = place.value
  cache.outdate((each) => each.sandbox === sandbox && isTouched(each.path, touch, screen))
}
