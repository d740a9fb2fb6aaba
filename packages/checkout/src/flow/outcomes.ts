/** The meaning of an answer for the buyer. Pure. */
import { fieldsOf, type Reply } from './api.ts'
import type { Notice, ProblemKind } from './types.ts'

export type Outcome =
  | { readonly kind: 'done' }
  /** The checkout has a new state. */
  | { readonly kind: 'moved'; readonly status: 'pending' | 'ok' | 'ko'; readonly reason: string }
  /** It differs from what this page assumes: somebody or something was faster. */
  | { readonly kind: 'read_again' }
  | { readonly kind: 'choose_again' }
  | { readonly kind: 'correct'; readonly faults: Reply['fields'] }
  | { readonly kind: 'notice'; readonly notice: Notice; readonly forgetCard: boolean }
  | { readonly kind: 'problem'; readonly problem: ProblemKind }

const withNotice = (notice: Notice, forgetCard = false): Outcome => ({
  kind: 'notice',
  notice,
  forgetCard,
})

const BY_CODE: Readonly<Record<string, Outcome>> = {
  card_declined: withNotice('card_declined', true),
  card_limit_reached: withNotice('cards_used_up', true),
  decision_limit_reached: withNotice('data_final'),
  authorisation_pending: withNotice('try_again'),
  checkout_finished: { kind: 'read_again' },
  checkout_state: { kind: 'read_again' },
  // This page's signature has arrived before.
  idempotency_key_reused: { kind: 'read_again' },
  token_invalid: { kind: 'problem', problem: 'not_found' },
  checkout_not_found: { kind: 'problem', problem: 'not_found' },
  key_missing: { kind: 'problem', problem: 'key' },
  key_invalid: { kind: 'problem', problem: 'key' },
  store_suspended: { kind: 'problem', problem: 'nothing_offered' },
  origin_not_allowed: { kind: 'problem', problem: 'origin' },
}

export function outcomeOf(reply: Reply): Outcome {
  const { status, code, fields, body } = reply
  if (status >= 200 && status < 300) {
    const { status: now, status_reason: reason } = fieldsOf(body)
    const known = now === 'pending' || now === 'ok' || now === 'ko'
    return known ? { kind: 'moved', status: now, reason: String(reason ?? '') } : { kind: 'done' }
  }
  const outcome = BY_CODE[code]
  if (outcome !== undefined) return outcome
  if (code === 'body_invalid') return invalid(fields)
  if (status === 404) return { kind: 'problem', problem: 'not_found' }
  if (status === 401 || status === 403) return { kind: 'problem', problem: 'key' }
  return withNotice('try_again')
}

function invalid(fields: Reply['fields']): Outcome {
  if ('card_token' in fields) return withNotice('card_unknown', true)
  const offer = ['product', 'num_instalments', 'total_amount']
  if (offer.some((field) => field in fields)) return { kind: 'choose_again' }
  return { kind: 'correct', faults: fields }
}
