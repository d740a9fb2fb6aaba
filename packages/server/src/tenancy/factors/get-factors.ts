import type { Factors } from '../../model/staff/person.ts'
import type { Reading } from '../caller/context.ts'
import { findFactors, listPasskeys, type Passkey } from './store.ts'

export type OwnFactors = { readonly factors: Factors; readonly passkeys: readonly Passkey[] }

export async function getFactors({ database }: Reading, staffId: string): Promise<OwnFactors> {
  return {
    factors: await findFactors(database, staffId),
    passkeys: await listPasskeys(database, staffId),
  }
}
