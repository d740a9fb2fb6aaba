import type { Reading } from '../../tenancy/caller/context.ts'
import type { StoredLogo } from '../../tenancy/stores/logo.ts'
import { findLogo } from '../../tenancy/stores/store.ts'

/** An invalid name of a logo causes no query. */
export async function findStoreLogo(
  { database }: Reading,
  name: string,
): Promise<StoredLogo | undefined> {
  return /^[0-9a-f]{32}$/.test(name) ? findLogo(database, name) : undefined
}
