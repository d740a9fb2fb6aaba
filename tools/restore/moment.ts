/**
 * The expected content of a database restored to a point in time: everything acknowledged before
 * it, and nothing that began after it. Pure.
 */
import type { Entry } from '../torture/notebook.ts'

/** In ms since 1970: it is between the two, which are equal if it is known. */
export type Moment = { readonly from: number; readonly until: number }

type Span = Pick<Entry, 'begunAt' | 'answeredAt'>

/** Undefined: either is right, since it was in progress. */
export function mustBeThere({ begunAt, answeredAt }: Span, moment: Moment): boolean | undefined {
  if (answeredAt < moment.from) return true
  return begunAt > moment.until ? false : undefined
}

/** As if later operations had been refused, and those in progress not answered. */
export function asOf(entries: readonly Entry[], moment: Moment): Entry[] {
  return entries.map((entry) => {
    const isThere = mustBeThere(entry, moment)
    if (isThere === true) return entry
    return { ...entry, outcome: isThere === false ? NOT_BEGUN : undefined }
  })
}

const NOT_BEGUN = { status: 0, text: 'it had not begun' }
