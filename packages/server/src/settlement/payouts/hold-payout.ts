import type { PayeeKey, Payout } from '../../model/payouts/payout.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { decideHold } from './rules.ts'
import { findPayout, lockCalendar, movedRow } from './store.ts'

/**
 * Holds a proposed payout until the lender releases it: it stays the store's, and is not paid by
 * itself. Refusals: `payout_not_found`, `payout_state`.
 */
export function holdPayout(
  { writer, ids, acting }: Writing,
  { id, ...key }: PayeeKey & { readonly id: string },
): Promise<Payout> {
  return writer.transaction(`payouts/${key.storeId}/${key.sandbox}`, async (tx) => {
    await lockCalendar(tx, key)
    const before = existing(await findPayout(tx, key, id), 'payout', id)
    accept(decideHold(before))
    const after: Payout = { ...before, status: 'held' }
    const changes = { status: { old: before.status, new: after.status } }
    return tx.commit(
      after,
      acted(
        { acting, ids },
        { action: 'payout.hold', object: { kind: 'payout', id }, changes, ...key },
        movedRow(key, before, after),
      ),
    )
  })
}
