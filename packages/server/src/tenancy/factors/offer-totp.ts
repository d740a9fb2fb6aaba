import type { Signed } from '../../model/staff/session.ts'
import type { Service } from '../caller/service.ts'
import { makeOffer, type TotpOffer } from './offers.ts'

/** The secret for a new device. */
export function offerTotp(
  { vault, ids, brand, clocks }: Pick<Service, 'vault' | 'ids' | 'brand' | 'clocks'>,
  { person, session }: Signed,
): TotpOffer {
  const making = { vault, ids, now: clocks.real.now() }
  return makeOffer(making, { person, sessionId: session.id, brand })
}
