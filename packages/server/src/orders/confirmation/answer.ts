/** The meaning of a store's answer to a confirmation (contract §6): pure. */
import { limits, recordOf } from '@svc/api'
import { parseExactly } from '../../platform/raw-json.ts'

export type Verdict = 'ok' | 'ko' | 'none'

export type StoreAnswer = {
  readonly verdict: Verdict
  /** The name that the store gives the order, beside ok; null: it sent an invalid one. */
  readonly mid?: string | null
  /** Why it rejects the order, beside ko. */
  readonly reason?: string
  /** Why there is no answer, for a warning to its store. */
  readonly warning?: Warning
}

/** The receiver refuses the service; or the answer was there and could not be booked. */
export type Warning = 'refused' | 'not_booked'

const NO_ANSWER: StoreAnswer = { verdict: 'none' }

/** 200 with `{"status":"ok"}` or `{"status":"ko"}`; everything else is no answer. */
export function readAnswer(status: number | null, body: string): StoreAnswer {
  if (status === 401 || status === 403) return { verdict: 'none', warning: 'refused' }
  if (status !== 200) return NO_ANSWER
  const said = objectIn(body)
  if (said.status === 'ko') return { verdict: 'ko', ...reasonOf(said.reason) }
  if (said.status === 'ok') return { verdict: 'ok', ...midOf(said.order_id) }
  return NO_ANSWER
}

function objectIn(body: string): Readonly<Record<string, unknown>> {
  try {
    return recordOf(parseExactly(body))
  } catch {
    return {}
  }
}

/** Many shops send null for an absent value. */
function midOf(given: unknown): { mid?: string | null } {
  if (given === undefined || given === null) return {}
  const text = midText(given)
  const length = [...text].length
  const fits = length >= 1 && length <= limits.identifierMax && !text.includes('\0')
  return { mid: fits ? text : null }
}

/** As in a body: a string, or a whole number of any size with all its digits. */
function midText(given: unknown): string {
  if (typeof given === 'string') return given
  const text = JSON.stringify(given) ?? ''
  return /^-?\d+$/.test(text) ? text : ''
}

/** Cut to the stored length; PostgreSQL knows no NUL in a text. */
function reasonOf(given: unknown): { reason?: string } {
  if (typeof given !== 'string') return {}
  const reason = [...given.replaceAll('\0', '').trim()].slice(0, limits.reasonMax).join('')
  return reason === '' ? {} : { reason }
}
