import type { ApprovalRole } from '@svc/api'
import type { Tables } from '../../platform/database/tables.ts'
import type { ApprovalAction } from './approval-action.ts'

/** A pending or ended approval request; without its encrypted parts. */
export type Approval = Omit<
  Tables['approvals'],
  'action' | 'params' | 'result' | 'body' | 'answer' | 'announcedAt'
> & {
  readonly action: ApprovalAction
  readonly params: Readonly<Record<string, string>>
  readonly result: ApprovalResult | null
}

/** The answer of the request when it was carried out. */
export type ApprovalResult = { readonly status: number; readonly location: string | null }

export type Because = Approval['because']

/** A limit for acting alone: it takes precedence over the role's own limit. */
export type PolicyRule = {
  readonly action: ApprovalAction
  /** Null: all actions. */
  readonly role: ApprovalRole | null
  /** For actions limited by an amount; null: all currencies. */
  readonly currency: string | null
  /** In minor units; 0: never alone. Null: without a limit. */
  readonly aloneMax: number | null
}

export type ApprovalPolicy = {
  /** 0: only the limits of the roles. */
  readonly version: number
  readonly rules: readonly PolicyRule[]
}

export const NO_POLICY: ApprovalPolicy = { version: 0, rules: [] }

/** Whether it needs two people. */
export type Need =
  | { readonly needed: false; readonly aloneMax: number | null; readonly because?: never }
  | { readonly needed: true; readonly because: Because }

/** The actions that a person did alone: in a day, or on one object. */
export type Done = {
  readonly sum: number
  /** How many of them were close to the limit. */
  readonly large: number
}
