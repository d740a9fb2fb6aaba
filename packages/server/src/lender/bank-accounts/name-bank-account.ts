import type { BankAccountWish, ReasonGiven } from '@svc/api'
import type { Action } from '../../model/actions/action.ts'
import type { BankAccount, ShownAccount } from '../../model/payouts/bank-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { storeEventRow } from '../../outbound/events/store.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { nameAccount } from '../../tenancy/bank-accounts/naming.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { lockPayouts } from '../../tenancy/payout-calendars/store.ts'
import { holdTimes } from '../../tenancy/terms/versioning.ts'

type NameBankAccount = StreamKey & {
  readonly wish: BankAccountWish
  readonly reason: ReasonGiven
  readonly vault: Vault
}

/**
 * The bank account for a store's payouts: in live mode two days later, and both it and the lender
 * are notified. Naming the current one changes nothing. Refusals: `store_not_found`.
 */
export function nameBankAccount(
  writing: RealWriting,
  { storeId, sandbox, wish, reason, vault }: NameBankAccount,
): Promise<BankAccount> {
  const { writer, clock, ids } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const store = existing(await lockStore(tx, isId(storeId) ? storeId : ''), 'store', storeId)
    const key = { storeId: store.id, sandbox }
    // A payout of the same moment is made before or after it.
    await lockPayouts(tx, key)
    const times = await holdTimes(tx, storeId, clock.now())
    const at = sandbox ? times.inSandbox : times.real
    const { account, ...named } = await nameAccount(tx, { key, wish, at, vault, ids })
    if (named.row === undefined) return tx.commit(account)
    const { row, before, changes } = named
    const action: Action = {
      ...{ action: 'bank_account.name', object: { kind: 'bank_account', id: account.id } },
      ...{ storeId, sandbox, changes, reason },
    }
    const event = storeEventRow({
      ...{ storeId, sandbox, id: ids.next(), type: 'bank_account.changed', subject: account.id },
      ...{ data: dataOf(account, before), createdAt: at },
    })
    const acting = { ...writing.acting, at: times.real }
    return tx.commit(account, acted({ acting, ids }, action, row, event))
  })
}

function dataOf({ id, iban, holder, effectiveFrom }: BankAccount, before: ShownAccount | null) {
  return {
    bank_account: { id, iban, holder, effective_from: utcMicros(effectiveFrom) },
    previous: before && { iban: before.iban, holder: before.holder },
  }
}
