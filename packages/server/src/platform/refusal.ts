import { type ErrorCode, limits } from '@svc/api'

/** Sentences per field, by dotted path (contract §2). */
export type Fields = Record<string, string[] | string>

type RefusalDetail = {
  /** Fills the `{braces}` of the catalogue's message. */
  readonly values?: Record<string, string | number>
  readonly fields?: Fields
  /** Members of the answer next to `error`. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** When the same request may be sent again, if that is known; otherwise after a second. */
  readonly retryAfterSeconds?: number
}

/**
 * A rule's result: either the plan to store or the refusal. Rules return it, `accept` throws it.
 */
export type Decision<Plan> =
  | { readonly plan: Plan; readonly refused?: never }
  | { readonly refused: ErrorCode; readonly detail?: RefusalDetail }

/** A request refused for a reason in the catalogue; rolls the transaction back. */
export class Refused extends Error {
  readonly code: ErrorCode
  readonly detail: RefusalDetail

  /** `cause` is written to the log only. */
  constructor(code: ErrorCode, detail: RefusalDetail = {}, options?: { readonly cause: unknown }) {
    super(code, options)
    this.name = 'Refused'
    this.code = code
    this.detail = detail
  }
}

export function accept<Plan>(decision: Decision<Plan>): Plan {
  if (decision.refused !== undefined) throw new Refused(decision.refused, decision.detail)
  return decision.plan
}

/** For the impossible: fails the request with 500 and rolls back; the process lives. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}

/** Kinds of objects that can be missing, as the wire calls them. */
type Kind =
  | 'order'
  | 'checkout'
  | 'capture'
  | 'api_key'
  | 'campaign'
  | 'merchant'
  | 'document'
  | 'decision'
  | 'lender_key'
  | 'staff'
  | 'session'
  | 'passkey'
  | 'store'
  | 'terms'
  | 'view'
  | 'creditor'
  | 'loan'
  | 'person'
  | 'account'
  | 'closing'
  | 'approval'
  | 'job'
  | 'failure'
  | Sent
  | Paid
type Sent = 'webhook' | 'delivery' | 'event_type' | 'notification'
type Paid = 'payment' | 'payout'

/** Throws 404 with the id as it was sent if the object is missing (contract §2). */
export function existing<T>(value: T | undefined, kind: Kind, id: string): T {
  if (value !== undefined) return value
  throw new Refused(`${kind}_not_found`, { fields: { [`${kind}__id`]: id } })
}

/** Throws if a body has faults that its schema cannot express. */
export function refuseFaults(fields: Readonly<Record<string, string[]>>): void {
  if (Object.keys(fields).length > 0) throw new Refused('body_invalid', { fields })
}

/** A name chosen by the caller, as an answer repeats it (contract §12.5). */
export function echoedName(name: string): string {
  if (name.length <= limits.echoedNameMax) return name
  return [...name.slice(0, 2 * limits.echoedNameMax)].slice(0, limits.echoedNameMax).join('')
}
