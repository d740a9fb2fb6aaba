import type { Database } from '../../platform/database/database.ts'
import { namesOf } from '../../platform/narrow.ts'
import {
  type SealedColumn,
  type SealedText,
  sealedColumns,
} from '../../platform/secrets/sealed-columns.ts'
import { SecretUnreadable, type Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../actions/acted.ts'
import type { Writing } from '../caller/context.ts'
import { countSealed, listKids, lockSealed, rowName, sealedChanges } from './store.ts'

const BATCH = 200

type Rekeying = { readonly database: Database; readonly vault: Vault }
/** Each batch is in the log of actions. */
type Resealing = Rekeying & Pick<Writing, 'acting' | 'ids'>

export type RekeyStep = {
  readonly resealed: number
  /**
   * Rows whose text no key decrypts, as `table.column/id`: the caller passes them back as `skip`.
   */
  readonly unreadable: readonly string[]
}

/** How many texts are encrypted with another key than the first one. */
export async function countToRekey({ database, vault }: Rekeying): Promise<number> {
  let count = 0
  for (const { column, kid } of await listToRekey({ database, vault })) {
    count += await countSealed(database, column, kid)
  }
  return count
}

/**
 * Encrypts one batch of texts with the first key; a step without any is the end. Each batch is a
 * transaction, so that an interrupted run can be continued.
 */
export async function rekeyBatch(
  rekeying: Resealing,
  skip: readonly string[] = [],
): Promise<RekeyStep> {
  for (const { column, kid } of await listToRekey(rekeying)) {
    const step = await resealBatch(rekeying, { column, kid, skip })
    if (step.resealed + step.unreadable.length > 0) return step
  }
  return { resealed: 0, unreadable: [] }
}

type Sealed = { readonly column: SealedColumn; readonly kid: string }

async function listToRekey({ database, vault }: Rekeying): Promise<Sealed[]> {
  const sealed: Sealed[] = []
  for (const column of namesOf(sealedColumns)) {
    const kids = await listKids(database, column)
    sealed.push(...kids.filter((kid) => kid !== vault.kids[0]).map((kid) => ({ column, kid })))
  }
  return sealed
}

function resealBatch(
  { database, vault, ...writing }: Resealing,
  { column, kid, skip }: Sealed & { readonly skip: readonly string[] },
): Promise<RekeyStep> {
  return database.transaction(null, async (tx) => {
    const texts = await lockSealed(tx, { column, kid, skip, limit: BATCH })
    const resealed: SealedText[] = []
    const unreadable: string[] = []
    for (const { sealed, place } of texts) {
      try {
        resealed.push({ sealed: vault.seal(vault.open(sealed, place), place), place })
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error
        unreadable.push(rowName(place))
      }
    }
    const step = { resealed: resealed.length, unreadable }
    const changes = { [column]: 'changed', rows: { old: null, new: resealed.length } } as const
    const action = { action: 'secrets.rekey', object: null, storeId: null, changes } as const
    if (resealed.length === 0) return tx.commit(step)
    return tx.commit(step, acted(writing, action, sealedChanges(column, resealed)))
  })
}
