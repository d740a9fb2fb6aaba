import { reachesAll } from '../../model/staff/roles.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'

/** Whose actions they see; null: everybody's. */
export function reachOf({
  principal,
  holders,
}: Pick<LenderCaller, 'principal' | 'holders'>): string | null {
  return reachesAll(holders, 'actions:read') ? null : (principal.id ?? '')
}
