import type { Reader } from '../../platform/database/database.ts'
import { namesOf } from '../../platform/narrow.ts'
import { SECRET_KEY_KID } from '../../platform/secrets/key-ring.ts'
import { type SealedColumn, sealedColumns } from '../../platform/secrets/sealed-columns.ts'
import { SecretUnreadable, type Vault } from '../../platform/secrets/vault.ts'
import { countSealed, findSealed, listKids } from './store.ts'

/**
 * What keeps the stored secrets from being read, as sentences for the operator; none when all is
 * well. Of each key it tries one text per column.
 */
export async function checkSecrets(reader: Reader, vault: Vault): Promise<string[]> {
  const faults: string[] = []
  const missing = new Map<string, string[]>()
  for (const column of namesOf(sealedColumns)) {
    for (const kid of await listKids(reader, column)) {
      if (vault.kids.includes(kid)) {
        if (!(await opens(reader, vault, { column, kid }))) faults.push(strangeKey(kid, column))
      } else {
        const count = `${column}: ${await countSealed(reader, column, kid)}`
        missing.set(kid, [...(missing.get(kid) ?? []), count])
      }
    }
  }
  for (const [kid, counts] of missing) faults.push(missingKey(kid, counts))
  return faults
}

async function opens(
  reader: Reader,
  vault: Vault,
  { column, kid }: { column: SealedColumn; kid: string },
): Promise<boolean> {
  const text = await findSealed(reader, column, kid)
  try {
    if (text !== undefined) vault.open(text.sealed, text.place)
    return true
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
  }
}

function strangeKey(kid: string, column: SealedColumn): string {
  const name = kid === SECRET_KEY_KID ? 'SECRET_KEY' : `key ${kid} of SECRET_KEYS`
  return `${name} is not the one that encrypted the stored secrets (${column})`
}

function missingKey(kid: string, counts: readonly string[]): string {
  const name = kid === SECRET_KEY_KID ? 'SECRET_KEY' : `key ${kid} of SECRET_KEYS`
  const rows = counts.join(', ')
  return `${name} is missing and still needed: rows by column ${rows}. Add it, then run svc rekey`
}
