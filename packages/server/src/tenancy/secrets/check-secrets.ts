import type { Reader } from '../../platform/database/database.ts'
import { namesOf } from '../../platform/narrow.ts'
import { SECRET_KEY_KID } from '../../platform/secrets/key-ring.ts'
import {
  type SealedColumn,
  type SealedText,
  sealedColumns,
} from '../../platform/secrets/sealed-columns.ts'
import { SecretUnreadable, type Vault } from '../../platform/secrets/vault.ts'
import { countSealed, findSealed, listKids } from './store.ts'

export type SealedSample = {
  readonly column: SealedColumn
  readonly kid: string
  /** One of the texts encrypted with this key. */
  readonly text: SealedText | undefined
}

/** For each key one text per column. */
export async function sampleSealed(reader: Reader): Promise<SealedSample[]> {
  const samples: SealedSample[] = []
  for (const column of namesOf(sealedColumns)) {
    for (const kid of await listKids(reader, column))
      samples.push({ column, kid, text: await findSealed(reader, column, kid) })
  }
  return samples
}

/**
 * The reasons why stored secrets cannot be read, as sentences for the operator; none if all is
 * well. For each key it tries one text per column.
 */
export async function checkSecrets(reader: Reader, vault: Vault): Promise<string[]> {
  const faults: string[] = []
  const missing = new Map<string, string[]>()
  for (const sample of await sampleSealed(reader)) {
    const { column, kid } = sample
    if (vault.kids.includes(kid)) {
      if (!opens(vault, sample)) faults.push(strangeKey(kid, column))
    } else {
      const count = `${column}: ${await countSealed(reader, column, kid)}`
      missing.set(kid, [...(missing.get(kid) ?? []), count])
    }
  }
  for (const [kid, counts] of missing) faults.push(missingKey(kid, counts))
  return faults
}

/** Whether the vault has the key, and it is the right one. */
export function opens(vault: Vault, { text }: SealedSample): boolean {
  try {
    if (text !== undefined) vault.open(text.sealed, text.place)
    return true
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
  }
}

/** Its name in the settings. */
export function settingOf(kid: string): string {
  return kid === SECRET_KEY_KID ? 'SECRET_KEY' : `key ${kid} of SECRET_KEYS`
}

function strangeKey(kid: string, column: SealedColumn): string {
  return `${settingOf(kid)} is not the one that encrypted the stored secrets (${column})`
}

function missingKey(kid: string, counts: readonly string[]): string {
  const rows = counts.join(', ')
  const name = settingOf(kid)
  return `${name} is missing and still needed: rows by column ${rows}. Add it, then run svc rekey`
}
