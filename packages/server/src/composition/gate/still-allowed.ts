import { findLenderKey } from '../../lender/keys/store.ts'
import { isActive } from '../../model/keys/api-key.ts'
import { Refused } from '../../platform/refusal.ts'
import type { WholeService } from '../service/whole-service.ts'
import { findSigned, refuseUnlessAllowed } from './desk-door.ts'
import type { Routed } from './exchange.ts'

/**
 * Whether a caller admitted to a route of the lender would be admitted again: they are looked up.
 */
export async function isStillAllowed(service: WholeService, entry: Routed): Promise<boolean> {
  const { route, request, state } = entry
  if (state.lender !== undefined) {
    const key = await findLenderKey(service.database, state.lender.key.id)
    return key !== undefined && isActive(key, service.clocks.real.now())
  }
  try {
    const permission = route.access.kind === 'lender' ? route.access.permission : 'own:read'
    const signed = await findSigned(service, request)
    await refuseUnlessAllowed(service, { kind: 'desk', session: 'full', permission }, signed)
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
