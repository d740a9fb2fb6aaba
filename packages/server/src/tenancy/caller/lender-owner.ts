import { LENDER } from '../../model/streams/stream-key.ts'
import type { LenderCaller, OfStore } from './context.ts'

/** The owner of a list, and its time zone. */
export type Owner = OfStore & { readonly store: { readonly timeZone: string } }

/** The lender as the owner of webhooks, in the caller's mode; its days are in UTC. */
export function lenderAsOwner({ sandbox }: Pick<LenderCaller, 'sandbox'>): Owner {
  return { store: { id: LENDER, timeZone: 'UTC' }, sandbox }
}
