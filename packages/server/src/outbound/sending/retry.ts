/** When a message is sent again (contract §6): pure. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DELAYS_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]
const JITTER = 0.1
/** So long a message that nobody has to answer is tried. */
export const TRIED_MS = 75 * HOUR_MS
/** One that comes later could not be answered any more. */
const LAST_TRY_BEFORE_MS = 20 * SECOND_MS
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS
/** The three forms of RFC 9110 §5.6.7, all in GMT; only the last one does not say so itself. */
const HTTP_DATE =
  /^[A-Z][a-z]{2,8}, [0-9]{2}([ -])[A-Z][a-z]{2}\1([0-9]{2}|[0-9]{4}) [0-9:]{8} GMT$/
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}$/

type RetryQuestion = {
  /** Attempts already made. */
  readonly attempt: number
  readonly now: Date
  readonly deadline: Date
  /** Not before this time, if the receiver named one. */
  readonly retryAfter?: Date | undefined
  /** Uniform in [0, 1). */
  readonly random: () => number
}

/**
 * After 5 s, 30 s, 2 min, 10 min, 30 min, then every hour, each up to a tenth later. A try that
 * would come after the deadline is moved shortly before it; undefined if there is no time left for
 * that.
 */
export function nextAttemptAt({
  attempt,
  now,
  deadline,
  retryAfter,
  random,
}: RetryQuestion): Date | undefined {
  const delay = DELAYS_MS[attempt - 1] ?? HOUR_MS
  const planned = now.getTime() + delay * (1 + JITTER * random())
  const next = Math.floor(Math.max(planned, retryAfter?.getTime() ?? 0))
  const last = deadline.getTime() - LAST_TRY_BEFORE_MS
  if (next <= last) return new Date(next)
  return last > now.getTime() + SECOND_MS ? new Date(last) : undefined
}

/** The time of a store, and that of the world, in which its receiver answers. */
type Moment = { readonly at: Date; readonly real: Date }

/**
 * `Retry-After` as seconds or as an HTTP date, bounded to a day, in the time of the store;
 * undefined when it is neither.
 */
export function parseRetryAfter(
  header: string | undefined,
  { at, real }: Moment,
): Date | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const later = /^[0-9]+$/.test(text) ? Number(text) * SECOND_MS : httpDateMs(text) - real.getTime()
  if (Number.isNaN(later)) return undefined
  return new Date(at.getTime() + Math.min(Math.max(later, 0), RETRY_AFTER_MS_MAX))
}

function httpDateMs(text: string): number {
  if (HTTP_DATE.test(text)) return Date.parse(text)
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
