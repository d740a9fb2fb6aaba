import type { StorePatch } from '@svc/api'
import type { Changes } from '../../model/actions/action.ts'
import type { NamedAccount } from '../../model/payouts/bank-account.ts'
import type { StoreAccount } from '../../model/stores/store-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Insert, Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { nameAccount } from '../bank-accounts/naming.ts'
import type { Times } from '../terms/versioning.ts'

type Patching = {
  readonly key: StreamKey
  readonly before: StoreAccount
  readonly sent: { readonly patch: StorePatch; readonly cleared: ReadonlySet<string> }
  readonly times: Times
  readonly vault: Vault
  readonly ids: Pick<Ids, 'next'>
}

type PatchedAccount = {
  /** The previous settings; undefined: nothing else is requested. */
  readonly changed: readonly [present: unknown] | undefined
  readonly rows: readonly Insert[]
  readonly changes: Changes
  /** Of the store in this mode. */
  readonly named: Pick<StoreAccount, 'liveBankAccount' | 'sandboxBankAccount'>
}

/** The effect of a settings change on a store's bank account. Refusals: `body_invalid`. */
export async function patchedAccount(
  tx: Transaction,
  { key, before, sent: { patch, cleared }, times, vault, ids }: Patching,
): Promise<PatchedAccount> {
  const { liveBankAccount, sandboxBankAccount } = before
  const present = key.sandbox ? sandboxBankAccount : liveBankAccount
  const stands = { rows: [], changes: {}, named: { liveBankAccount, sandboxBankAccount } }
  if (cleared.has('bank_account') && present !== null) {
    return { ...stands, changed: [shownOf(present)] }
  }
  if (patch.bank_account === undefined) return { ...stands, changed: undefined }
  const at = key.sandbox ? times.inSandbox : times.real
  const { account, ...more } = await nameAccount(tx, {
    ...{ key, wish: patch.bank_account, at, vault, ids },
  })
  if (more.row === undefined) return { ...stands, changed: undefined }
  const { iban, holder, effectiveFrom } = account
  const now = { iban, holder, from: effectiveFrom.getTime() }
  return {
    changed: [present && shownOf(present)],
    ...{ rows: [more.row], changes: more.changes },
    named: key.sandbox
      ? { liveBankAccount, sandboxBankAccount: now }
      : { liveBankAccount: now, sandboxBankAccount },
  }
}

const shownOf = ({ iban, holder }: NamedAccount) => ({ iban, holder })

/** It cannot be removed: the store has to be paid. */
export function refuseNoAccount({ changed, rows }: PatchedAccount): void {
  if (changed === undefined || rows.length > 0) return
  throw new Refused('body_invalid', { fields: { bank_account: ['cannot be taken away'] } })
}
