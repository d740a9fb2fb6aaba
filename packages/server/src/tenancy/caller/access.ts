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
  /** The permission that a person needs, if the scope does not imply it. */
  readonly permission?: Permission
  /** It is one of a store's webhooks, and no other setting. */
  readonly reach?: 'webhooks'
  /** A person has confirmed a factor in the last five minutes. */
  readonly stepUp?: true
  /** No key can do it, whatever its scopes. */
  readonly peopleOnly?: true
}

/** What a route requires of its caller, before anything of its body is read. */
export type KeyedAccess =
  | PrivateAccess
  | { readonly kind: 'public' }
  /** A private key with the scope; a public one if the store has enabled this. */
  | { readonly kind: 'browser'; readonly scope: Scope }
  /**
   * The token of the checkout in the path; `former` is what a token from before the signature still
   * permits: to read the result, or to repeat that signature with its `Idempotency-Key`.
   */
  | { readonly kind: 'buyer'; readonly former?: 'reads' | 'repeats' }

/** A person at the desk, by the cookie of their session, or while signing in. */
export type DeskAccess = {
  readonly kind: 'desk'
  /** `none`: no sign-in is needed; `enrolment`: also people who set up their first factors. */
  readonly session: 'none' | 'enrolment' | 'full'
  /** The identity provider's server calls it, and the body proves that: there is no page. */
  readonly byProvider?: true
  /** A factor was shown in the last five minutes. */
  readonly stepUp?: true
  readonly permission?: Permission
}
export type OpenAccess = { readonly kind: 'open' }

/** A person or key of the lender that has the permission. */
export type LenderAccess = {
  readonly kind: 'lender'
  readonly permission: Permission
  /** A person has confirmed a factor in the last five minutes. */
  readonly stepUp?: true
  /** No key can do it, whatever its scopes. */
  readonly peopleOnly?: true
}

export type Access = KeyedAccess | LenderAccess | DeskAccess | OpenAccess

/**
 * The part of a request that a second person may have to approve (decision 0116): the gate calls
 * both before the route runs, so they read outside of its transaction. A missing object is refused
 * here as by the route itself.
 */
export type Approvable<Request> = {
  readonly action: ApprovalAction
  object(request: Request): ApprovalObject | Promise<ApprovalObject>
  /** The amount, for actions limited by one. */
  amount?(request: Request): ApprovalAmount | Promise<ApprovalAmount>
}
