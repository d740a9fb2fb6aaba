import type { Scope } from '@svc/api'
import type {
  ApprovalAction,
  ApprovalAmount,
  ApprovalObject,
} from '../../model/approvals/approval-action.ts'
import type { Permission } from '../../model/staff/roles.ts'

/**
 * A private key with the scope; null: any private key. Or a person who names the store
 * (`model/staff/store-rights.ts`).
 */
export type PrivateAccess = {
  readonly kind: 'private'
  readonly scope: Scope | null
  /** What it takes of a person, where the scope does not say it. */
  readonly permission?: Permission
  /** It is one of the webhooks of a store, and no other setting. */
  readonly reach?: 'webhooks'
  /** A person has shown a factor in the last five minutes. */
  readonly stepUp?: true
  /** No key does it, whatever it may. */
  readonly peopleOnly?: true
}

/** What a route asks of its caller, before anything of its body is read. */
export type KeyedAccess =
  | PrivateAccess
  | { readonly kind: 'public' }
  /** A private key with the scope; a public one where the store has switched it on. */
  | { readonly kind: 'browser'; readonly scope: Scope }
  /**
   * The token of the checkout that the path names; `former` is what one of before the signature may
   * do after it: read the result, or repeat that signature with its `Idempotency-Key`.
   */
  | { readonly kind: 'buyer'; readonly former?: 'reads' | 'repeats' }

/** A person at the desk, by the cookie of their session, or on the way to one. */
export type DeskAccess = {
  readonly kind: 'desk'
  /** `none`: nobody need be signed in; `enrolment`: also people who make their first factors. */
  readonly session: 'none' | 'enrolment' | 'full'
  /** A factor was shown in the last five minutes. */
  readonly stepUp?: true
  readonly permission?: Permission
}
export type OpenAccess = { readonly kind: 'open' }

/** A person or key of the lender that has the permission. */
export type LenderAccess = {
  readonly kind: 'lender'
  readonly permission: Permission
  /** A person has shown a factor in the last five minutes. */
  readonly stepUp?: true
  /** No key does it, whatever it may. */
  readonly peopleOnly?: true
}

export type Access = KeyedAccess | LenderAccess | DeskAccess | OpenAccess

/**
 * What of a request a second person may have to approve (decision 0116): the gate asks before the
 * route is run, so both are read outside of its transaction. What does not exist is refused here as
 * the route itself refuses it.
 */
export type Approvable<Request> = {
  readonly action: ApprovalAction
  object(request: Request): ApprovalObject | Promise<ApprovalObject>
  /** Of what is bounded by an amount, and only of that. */
  amount?(request: Request): ApprovalAmount | Promise<ApprovalAmount>
}
