import { findPolicy } from '../../checkout/exposure/store.ts'
import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { standardPolicy } from '../../model/exposure/rules.ts'
import type { Reading } from '../../tenancy/caller/context.ts'

/** The one that counts now, in both modes; version 0: none was ever set. */
export async function getPolicy({ database }: Reading): Promise<ExposurePolicy> {
  return (await findPolicy(database)) ?? standardPolicy('')
}
