import type { BankAccountWish } from '@svc/api'
import type { Changes } from '../../model/actions/action.ts'
import {
  accountFrom,
  type BankAccount,
  type ShownAccount,
} from '../../model/payouts/bank-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Insert, Transaction } from '../../platform/database/database.ts'
import { isShownIban, shownIban } from '../../platform/iban.ts'
import type { Ids } from '../../platform/ids.ts'
import { Refused } from '../../platform/refusal.ts'
import { placeOf } from '../../platform/secrets/sealed-columns.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { bankAccountRow, findNewestAccount } from './store.ts'

type Naming = {
  readonly key: StreamKey
  readonly wish: BankAccountWish
  /** In the store's time. */
  readonly at: Date
  readonly vault: Vault
  readonly ids: Pick<Ids, 'next'>
}

type NamedAccount = {
  readonly account: BankAccount
  readonly before: BankAccount | null
  readonly row: Insert
  readonly changes: Changes
}

/**
 * Sets the account of a store whose payouts are locked; the present one, also in its masked form,
 * changes nothing. Refusals: `body_invalid`.
 */
export async function nameAccount(
  tx: Transaction,
  { key, wish: { iban, holder }, at, vault, ids }: Naming,
): Promise<NamedAccount | { readonly account: BankAccount; readonly row?: never }> {
  const newest = await findNewestAccount(tx, key)
  const before = newest?.account ?? null
  if (newest !== undefined && holder === newest.account.holder) {
    const { sealed, place } = newest.iban
    const isSame = isShownIban(iban)
      ? iban === newest.account.iban
      : iban === vault.open(sealed, place)
    if (isSame) return { account: newest.account }
  }
  if (isShownIban(iban)) throw new Refused('body_invalid', { fields: HIDDEN })
  const id = ids.next()
  const account: BankAccount = {
    ...{ id, iban: shownIban(iban), holder, version: (before?.version ?? 0) + 1 },
    ...{ createdAt: at, effectiveFrom: accountFrom(at, key) },
  }
  const row = bankAccountRow(key, account, vault.seal(iban, placeOf(COLUMN, key.storeId, id)))
  return { account, before, row, changes: changesOfAccount(before, account) }
}

const COLUMN = 'bank_accounts.iban'
const HIDDEN = { 'bank_account.iban': ['has hidden characters: send all of them'] }

/** Both members, so that the log identifies each account. */
function changesOfAccount(before: ShownAccount | null, after: ShownAccount): Changes {
  return {
    'bank_account.iban': { old: before?.iban ?? null, new: after.iban },
    'bank_account.holder': { old: before?.holder ?? null, new: after.holder },
  }
}
