/**
 * Decisions that only the lender can make with real money (decision 0118). In the sandbox, and in
 * live mode of a demo, a store's key can still make them: nobody else could try them there.
 */
import { Refused } from '../../platform/refusal.ts'
import type { Caller } from './context.ts'
import type { Service } from './service.ts'

export type LenderOnly = {
  /** As named in the refusal. */
  readonly what: string
  /** Its dry run is still available. */
  readonly quotes?: true
}

type Request = { readonly caller: Pick<Caller, 'sandbox'>; readonly dryRun: boolean }

/** Whether the store's key can do what the lender decides elsewhere. */
export const actsForLender = (
  { demo }: Pick<Service, 'demo'>,
  { sandbox }: Pick<Caller, 'sandbox'>,
): boolean => sandbox || demo

/** Refuses with `lender_only` what the route reserves for the lender. */
export function refuseLenders(
  service: Pick<Service, 'demo'>,
  rule: LenderOnly | undefined,
  { caller, dryRun }: Request,
): void {
  if (rule === undefined || actsForLender(service, caller)) return
  if (rule.quotes === true && dryRun) return
  throw new Refused('lender_only', { values: { what: rule.what } })
}
