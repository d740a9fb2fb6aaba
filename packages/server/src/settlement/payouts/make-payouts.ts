import type { Action } from '../../model/actions/action.ts'
import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import type { Calendar, PayeeKey, Payout } from '../../model/payouts/payout.ts'
import { Written } from '../../platform/database/database.ts'
import { accept, assert, Refused } from '../../platform/refusal.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { findAccountAt } from '../../tenancy/bank-accounts/store.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { holdStoreState } from '../../tenancy/store-states/store.ts'
import { paidChanges } from './action.ts'
import { bookPayout, type UnbookedPayout } from './booking.ts'
import { balanceState, decidePayable, decidePayouts, payableFrom } from './rules.ts'
import {
  findStreamEnd,
  listAccounts,
  lockCalendar,
  payoutRow,
  reckonedRows,
  sumNets,
} from './store.ts'

/**
 * Pays a store its earnings from placed events: on its calendar, where nothing happens unless it is
 * due, or manually, which does not change the calendar. Payouts that fell due without a worker are
 * paid once. The calendar only proposes them if the lender takes some days to look at them.
 */
export function makePayouts(
  { writer, clock, ids, acting }: Writing,
  key: PayeeKey,
  way: 'due' | 'by hand',
): Promise<readonly Payout[]> {
  return writer.transaction(`payouts/${key.storeId}/${key.sandbox}`, async (tx) => {
    const before = await lockCalendar(tx, key)
    const at = clock.now()
    const dueAt = way === 'due' ? (before?.nextAt ?? null) : null
    if (way === 'due' && (dueAt === null || dueAt > at)) return tx.commit([])
    const power = await holdStoreState(tx, key)
    if (way === 'due' && !power.payouts) return tx.commit([])
    accept(decidePayable(power))
    // Read after the lock: who changes them changes the calendar as well.
    const store = await findStoreIn(tx, { ...key, at })
    assert(before !== undefined && store !== undefined, `there is no store ${key.storeId}`)
    const position = await findStreamEnd(tx, key)
    const nets = await sumNets(tx, before, position)
    const accounts = await listAccounts(tx, key)
    const plan = decidePayouts({ accounts, nets, position, at })
    if (way === 'by hand' && plan.payouts.length === 0) {
      const values = { state: balanceState(accounts, plan) }
      throw new Refused('payout_nothing_due', { values })
    }
    const schedule = store.settings.payout_schedule
    const nextAt = way === 'due' ? nextPayoutAt(schedule, store.timeZone, at) : before.nextAt
    // A payout by hand was looked at before.
    const payableAt = payableFrom(at, way === 'due' ? schedule.hold_days : 0)
    const bankAccount = payableAt === null ? ((await findAccountAt(tx, key, at)) ?? null) : null
    let calendar: Calendar = { ...before, nextAt, position }
    const payouts: Payout[] = []
    const written: Written[] = []
    for (const planned of plan.payouts) {
      const id = ids.next()
      const moments = { dueAt, createdAt: at, payableAt, paidAt: null }
      const made = { ...planned, id, ...moments, bankAccount }
      const { rowSets, ...result } =
        payableAt === null
          ? bookPayout(calendar, { ...made, status: 'paid' }, { at, ids })
          : { calendar, rowSets: [], payout: proposed(made) }
      calendar = result.calendar
      payouts.push(result.payout)
      const action: Action = {
        action: payableAt === null ? 'payout.create' : 'payout.propose',
        object: { kind: 'payout', id },
        changes: paidChanges(made),
        ...key,
      }
      written.push(acted({ acting, ids }, action, ...rowSets, payoutRow(key, result.payout)))
    }
    const reckoned = Written.technically('calendar', ...reckonedRows(calendar, plan.accounts))
    return tx.commit(payouts, reckoned, ...written)
  })
}

const proposed = (made: Omit<UnbookedPayout, 'status'>): Payout => ({
  ...made,
  status: 'proposed',
  ledgerSequence: null,
})
