/** A list as a queue: one row at a time, without those that were seen. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isSandbox } from '../shell/place.ts'
import { type Known, useAnswer } from './answers.ts'

/** The seen rows, with their positions. */
export type Seen = { readonly id: string; readonly of: string; readonly page: number }
type Row = { readonly id: string }
type Rows<R extends Row> = {
  readonly cursor: { readonly after: number | null }
  readonly paging: { readonly count: number }
  readonly results: readonly R[]
}

type Queue<R extends Row> = {
  readonly known: Known<Rows<R>>
  /** Undefined: it is not loaded, or all of them were seen. */
  readonly current: R | undefined
  readonly isDone: boolean
  /** Moves to the next one. */
  readonly pass: (id: string) => void
  /** Moves to the previous one; undefined: there is none. */
  readonly back: (() => void) | undefined
  readonly restart: () => void
}

/**
 * `path` has its query, without a page; `seen` outlives the screen, so that the user continues
 * where they were.
 */
export function useQueue<R extends Row>(path: string, seen: Signal<readonly Seen[]>): Queue<R> {
  const page = useSignal({ of: '', number: 1 })
  const of = `${isSandbox.value} ${path}`
  const number = page.value.of === of ? page.value.number : 1
  const known = useAnswer<Rows<R>>(`${path}&page=${number}`)
  const passed = new Set(seen.value.map(({ id }) => id))
  const current = known.data?.results.find(({ id }) => !passed.has(id))
  const last = seen.value.findLast((each) => each.of === of)
  const next = known.data?.cursor.after ?? null
  const isSeen = known.data !== undefined && current === undefined
  useEffect(() => {
    if (isSeen && next !== null) page.value = { of, number: next }
  }, [isSeen, next, of])
  return {
    known,
    current,
    isDone: isSeen && next === null,
    pass(id) {
      seen.value = [...seen.value, { id, of, page: number }]
    },
    back:
      last &&
      (() => {
        seen.value = seen.value.filter((each) => each !== last)
        page.value = { of, number: last.page }
      }),
    restart() {
      seen.value = seen.value.filter((each) => each.of !== of)
      page.value = { of, number: 1 }
    },
  }
}
