import type { PayeeKey, Payout } from '../../model/payouts/payout.ts'
import { Written } from '../../platform/database/database.ts'
import { accept, assert, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { findAccountAt } from '../../tenancy/bank-accounts/store.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { paidChanges } from './action.ts'
import { bookPayout } from './booking.ts'
import { decideRelease, isPayable } from './rules.ts'
import { findPayout, lockCalendar, movedRow, reckonedRows } from './store.ts'

type Paying = PayeeKey & {
  readonly id: string
  /** Released by the lender: it was held, or its days were not over yet. */
  readonly way: 'due' | 'released'
}

/**
 * Pays a proposed payout, once: on its day, where nothing happens if it is held by now, or because
 * it is released. Refusals, of a release: `payout_not_found`, `payout_state`, `payout_held`.
 */
export function payPayout(
  { writer, clock, ids, acting }: Writing,
  { id, way, ...key }: Paying,
): Promise<Payout | undefined> {
  return writer.transaction(`payouts/${key.storeId}/${key.sandbox}`, async (tx) => {
    // Making, holding or paying payouts of the store locks it.
    const calendar = await lockCalendar(tx, key)
    const row = await findPayout(tx, key, id)
    const at = clock.now()
    if (way === 'due' && (row === undefined || !isPayable(row, at))) return tx.commit(undefined)
    const before = existing(row, 'payout', id)
    const power = await holdStoreState(tx, key)
    if (way === 'due' && !power.payouts) return tx.commit(undefined)
    if (way === 'released') accept(decideRelease(before, power))
    assert(calendar !== undefined, `there is no store ${key.storeId}`)
    const { ledgerSequence: _, ...waited } = before
    const bankAccount = (await findAccountAt(tx, key, at)) ?? null
    const paid = { ...waited, status: 'paid', paidAt: at, bankAccount } as const
    const booked = bookPayout(calendar, paid, { at, ids })
    const action = way === 'due' ? 'payout.pay' : 'payout.release'
    // The checker sees the amount and the account.
    const changes = {
      status: { old: before.status, new: 'paid' },
      ...paidChanges(paid),
    }
    return tx.commit(
      booked.payout,
      acted(
        { acting, ids },
        { action, object: { kind: 'payout', id }, changes, ...key },
        ...booked.rowSets,
        movedRow(key, before, booked.payout),
      ),
      Written.technically('calendar', ...reckonedRows(booked.calendar, [])),
    )
  })
}
