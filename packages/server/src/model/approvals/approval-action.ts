/**
 * Actions that may need a second person (decision 0116): one line for each, which applies to every
 * route that needs one. A caller without the permission is refused before.
 */
import type { LenderRole, Permission } from '../staff/roles.ts'

type ApprovalRule = {
  /** The permission of the maker, and of the checker. */
  readonly permission: Permission
  /** How long it stays pending. */
  readonly hours: number
  /** In live mode nobody can do it alone, whatever the policy says. */
  readonly floor?: true
  /**
   * People, keys and the register belong to neither mode: the rules of live mode apply in the
   * sandbox, too.
   */
  readonly modeless?: true
  /**
   * Alone up to an amount: for each action and the maker's total of a day, or for all actions on
   * one object.
   */
  readonly bounded?: 'by_maker' | 'by_object'
  /** The checker has another of these roles than the maker. */
  readonly crossed?: readonly LenderRole[]
}

const DAY = 24
const [SOON, LATER, LATE] = [DAY, 3 * DAY, 14 * DAY]
const floor = true
const modeless = true

const rules = {
  payment: { permission: 'payments:write', hours: SOON, bounded: 'by_maker' },
  charge_back: { permission: 'charge_backs:write', hours: SOON, bounded: 'by_maker' },
  waiver: { permission: 'waivers:write', hours: SOON, bounded: 'by_object' },
  credit_return: { permission: 'credit_returns:write', hours: SOON, bounded: 'by_maker' },
  manual_entry: { permission: 'ledger:write', hours: SOON, floor },
  write_off: { permission: 'write_offs:write', hours: LATER, floor },
  write_off_undo: { permission: 'write_offs:write', hours: LATER, floor },
  review: { permission: 'decisions:review', hours: LATER, bounded: 'by_maker' },
  bank_account: { permission: 'bank_accounts:write', hours: LATER, floor },
  payout_release: { permission: 'payouts:release', hours: LATER, floor },
  store_resume: { permission: 'stores:resume', hours: LATER, floor },
  store_change: { permission: 'stores:activate', hours: LATE, modeless },
  store_activate: { permission: 'stores:activate', hours: LATE },
  person_unblock: { permission: 'people:unblock', hours: LATER },
  person_erase: { permission: 'people:erase', hours: LATE, floor },
  person_merge: { permission: 'people:merge', hours: LATER },
  person_split: { permission: 'people:merge', hours: LATER },
  terms: { permission: 'terms:write', hours: LATE, floor, crossed: ['risk', 'finance'] },
  policy: { permission: 'policies:write', hours: LATE, floor, modeless },
  staff: { permission: 'staff:write', hours: LATE, floor, modeless },
  roles: { permission: 'staff:write', hours: LATE, floor, modeless },
  factors_reset: { permission: 'staff:write', hours: LATE, floor, modeless },
  lender_key: { permission: 'lender_keys:write', hours: LATE, floor, modeless },
  approval_policy: { permission: 'approval_policy:write', hours: LATE, floor },
} as const satisfies Readonly<Record<string, ApprovalRule>>

export type ApprovalAction = keyof typeof rules

const isApprovalAction = (name: string): name is ApprovalAction => Object.hasOwn(rules, name)
export const approvalActions: readonly ApprovalAction[] =
  Object.keys(rules).filter(isApprovalAction)

export const approvalRuleOf = (action: ApprovalAction): ApprovalRule => rules[action]

export const isModeless = (action: ApprovalAction): boolean =>
  approvalRuleOf(action).modeless === true

/** The action and its object: only one request for both can be pending. */
export type ApprovalObject = {
  readonly kind: string
  readonly id: string
  /** The store, if it concerns one. */
  readonly storeId?: string
}

/** In minor units. */
export type ApprovalAmount = { readonly amount: number; readonly currency: string }
