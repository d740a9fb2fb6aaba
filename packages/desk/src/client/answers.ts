/** What is known of the service's answers: kept for a while, asked for once at a time. */
import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core'
import { useEffect, useReducer, useRef } from 'preact/hooks'
import { isSandbox } from '../shell/place.ts'
import { ask, Failure } from './api.ts'
import { noteEnd } from './session.ts'
import { storeOf } from './store.ts'

const STALE_MS = 20_000
const KEPT_MS = 10 * 60_000

const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      gcTime: KEPT_MS,
      // Whether there is a network, the request finds out.
      networkMode: 'always',
      // Whoever waits for what is busy sees for how long: then it is asked again (`states.tsx`).
      retry: false,
    },
  },
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
  /** What is of no mode, such as people, is asked for in live mode. */
  readonly ofNoMode?: boolean
  /** Absent: the store that one is at. */
  readonly storeId?: string
  /** While the address changes the answer to the one before stays. */
  readonly keepsOther?: boolean
}

/** The answer to GET of a path, undefined: nothing is asked. */
export function useAnswer<T>(path: string | undefined, options: Options = {}): Known<T> {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const sandbox = isSandbox.value && options.ofNoMode !== true
  const storeId = options.storeId ?? storeOf(path ?? '')
  const key = [sandbox, storeId ?? '', path ?? '']
  const settings: QueryObserverOptions = {
    queryKey: key,
    enabled: path !== undefined,
    queryFn: ({ signal }) => read(path ?? '', { sandbox, storeId, signal }),
  }
  const reference = useRef<QueryObserver | undefined>(undefined)
  const observer = reference.current ?? new QueryObserver(cache, settings)
  reference.current = observer
  observer.setOptions(settings)
  useEffect(() => observer.subscribe(() => redraw(0)), [observer])
  const result = observer.getOptimisticResult(cache.defaultQueryOptions(settings))
  const own = cache.getQueryData<T>(key)
  const shown = useRef<readonly unknown[]>(key)
  if (own !== undefined) shown.current = key
  // What the other mode or another store has answered is nothing of this one.
  const isSame = shown.current[0] === sandbox && shown.current[1] === key[1]
  const keeps = options.keepsOther === true && isSame
  const other = keeps ? cache.getQueryData<T>(shown.current) : undefined
  return {
    data: own ?? other,
    failure: result.error instanceof Failure ? result.error : undefined,
    isAsking: result.isFetching,
    isOther: own === undefined && other !== undefined,
    at: result.dataUpdatedAt,
    reload: () => void observer.refetch(),
  }
}

type How = {
  readonly sandbox: boolean
  readonly storeId: string | undefined
  readonly signal: AbortSignal
}

async function read(path: string, how: How) {
  try {
    return await ask<unknown>({ path, ...how })
  } catch (error) {
    noteEnd(error)
    throw error
  }
}

/** What was written may have changed any answer. */
export const forget = (): Promise<void> => cache.invalidateQueries()

/** What an event may have changed: what names one of these ids, and what counts everything. */
export function refresh(sandbox: boolean, ids: ReadonlySet<string>): void {
  void cache.invalidateQueries({
    predicate: ({ queryKey: [ofSandbox, _storeId, path] }) =>
      ofSandbox === sandbox && isTouched(String(path), ids),
  })
}

const COUNTS = ['/lender/me/today', '/lender/trial-balance', '/lender/loans?page_size=1&']

/** Lists stay as they are under the pointer: they say that there is news. */
const isTouched = (path: string, ids: ReadonlySet<string>): boolean =>
  COUNTS.some((start) => path.startsWith(start)) || path.split(/[/?]/).some((part) => ids.has(part))
