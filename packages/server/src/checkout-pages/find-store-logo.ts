import type { Reading } from '../context.ts'
import type { StoredLogo } from '../stores/logo.ts'
import { findLogo } from '../stores/store.ts'

/** What is no name of a logo asks nothing. */
export async function findStoreLogo(
  { database }: Reading,
  name: string,
): Promise<StoredLogo | undefined> {
  return /^[0-9a-f]{32}$/.test(name) ? findLogo(database, name) : undefined
}
