import type { ApprovalRole } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'
import type { ApprovalAction } from './approval-action.ts'

/** A request that waits for a second person, or how it ended; without what is encrypted of it. */
export type Approval = Omit<
  Tables['approvals'],
  'action' | 'params' | 'result' | 'body' | 'answer' | 'announcedAt'
> & {
  readonly action: ApprovalAction
  readonly params: Readonly<Record<string, string>>
  readonly result: ApprovalResult | null
}

/** What the request was answered with when it was carried out. */
export type ApprovalResult = { readonly status: number; readonly location: string | null }

export type Because = Approval['because']

/** What may be done alone, up to how much: it goes before the role's own limit. */
export type PolicyRule = {
  readonly action: ApprovalAction
  /** Null: of all. */
  readonly role: ApprovalRole | null
  /** Of what is bounded by an amount; null: of all. */
  readonly currency: string | null
  /** In minor units; 0: never alone. Null: without a bound. */
  readonly aloneMax: number | null
}

export type ApprovalPolicy = {
  /** 0: the limits of the roles alone. */
  readonly version: number
  readonly rules: readonly PolicyRule[]
}

export const NO_POLICY: ApprovalPolicy = { version: 0, rules: [] }

/** Whether it takes two. */
export type Need =
  | { readonly needed: false; readonly aloneMax: number | null; readonly because?: never }
  | { readonly needed: true; readonly because: Because }

/** What somebody has done by themselves: of a day, or of one object. */
export type Done = {
  readonly sum: number
  /** How many of them were nearly as much as is allowed. */
  readonly large: number
}
