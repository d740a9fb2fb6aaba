/**
 * How often a request is repeated, and when. Pure. A retry uses the same key: a lost answer is sent
 * again, and nothing is done twice.
 */
import type { Reply } from './api.ts'

const STEPS_MS = [500, 1_000, 2_000, 4_000, 8_000] as const
const WAIT_MS_MAX = 10_000
/** After some attempts a service is reported as busy or down. */
const BUSY_TRIES_MAX = 4
const RUNNING_TRIES_MAX = 30
/** Banks take up to a minute or two. */
const BANK_TRIES_MAX = 30
const BANK_MS = 5_000

const backoffMs = (tries: number): number => STEPS_MS[tries] ?? WAIT_MS_MAX

type Next =
  | { readonly kind: 'answer' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly why: 'lost' | 'busy' | 'bank' }

/** `tries` is the number of earlier attempts that failed for the same reason. */
export function nextTry(reply: Reply | undefined, tries: number): Next {
  if (reply === undefined) return { kind: 'again', afterMs: backoffMs(tries), why: 'lost' }
  const { status, code, retryAfterMs } = reply
  const soon = Math.min(Math.max(backoffMs(tries), retryAfterMs), WAIT_MS_MAX)
  if (code === 'authorisation_pending' && tries < BANK_TRIES_MAX) {
    return { kind: 'again', afterMs: BANK_MS, why: 'bank' }
  }
  if (code === 'request_in_progress' && tries < RUNNING_TRIES_MAX) {
    return { kind: 'again', afterMs: Math.min(soon, 1_000), why: 'busy' }
  }
  const busy = status === 408 || status === 429 || status >= 500
  if (busy && code !== 'live_not_configured' && tries < BUSY_TRIES_MAX) {
    return { kind: 'again', afterMs: soon, why: 'busy' }
  }
  return { kind: 'answer' }
}

/** The time until the checkout is read again, by the number of reads since the last change. */
export function pollMs(step: string, reads: number): number {
  if (step === 'waiting') return [300, 500, 800, 1_200, 2_000][reads] ?? 3_000
  if (step === 'challenge') return 5_000
  if (step === 'result') return reads < 10 ? 3_000 : WAIT_MS_MAX
  if (step === 'problem') return WAIT_MS_MAX
  return 20_000
}
