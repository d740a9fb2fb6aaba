/**
 * What only the lender decides where money is real (decision 0118). In the sandbox, and on a demo
 * in live mode as well, a store's key still does it all: there is nobody else to try it with.
 */
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from './context.ts'
import type { Service } from './service.ts'

export type LenderOnly = {
  /** As the refusal names it. */
  readonly what: string
  /** What it would do is reported all the same. */
  readonly quotes?: true
}

type Request = { readonly caller: Pick<Caller, 'sandbox'>; readonly dryRun: boolean }

/** Whether the store's key does what the lender decides elsewhere. */
export const actsForLender = (
  { demo }: Pick<Service, 'demo'>,
  { sandbox }: Pick<Caller, 'sandbox'>,
): boolean => sandbox || demo

/** Refuses with `lender_only` what the route leaves to the lender. */
export function refuseLenders(
  service: Pick<Service, 'demo'>,
  rule: LenderOnly | undefined,
  { caller, dryRun }: Request,
): void {
  if (rule === undefined || actsForLender(service, caller)) return
  if (rule.quotes === true && dryRun) return
  throw new Refused('lender_only', { values: { what: rule.what } })
}
