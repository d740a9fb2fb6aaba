/**
 * What a database that was restored to a moment must hold: what was acknowledged before it, and
 * nothing that was begun after it. Pure.
 */
import type { Entry } from '../torture/notebook.ts'

/** In ms since 1970: it lies between the two, which are one where it is known. */
export type Moment = { readonly from: number; readonly until: number }

type Span = Pick<Entry, 'begunAt' | 'answeredAt'>

/** Undefined: either will do, since it was under way. */
export function mustBeThere({ begunAt, answeredAt }: Span, moment: Moment): boolean | undefined {
  if (answeredAt < moment.from) return true
  return begunAt > moment.until ? false : undefined
}

/** As if each operation that had not begun had been refused, and none under way been answered. */
export function asOf(entries: readonly Entry[], moment: Moment): Entry[] {
  return entries.map((entry) => {
    const isThere = mustBeThere(entry, moment)
    if (isThere === true) return entry
    return { ...entry, outcome: isThere === false ? NOT_BEGUN : undefined }
  })
}

const NOT_BEGUN = { status: 0, text: 'it had not begun' }
