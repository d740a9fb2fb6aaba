import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { decideHold, decideRelease } from '../../settlement/payouts/rules.ts'
import { listLines, paymentList } from '../../settlement/settlements/list-store.ts'
import type { LenderCaller, Places, Reading } from '../../tenancy/caller/context.ts'
import { findStoreState } from '../../tenancy/store-states/store.ts'
import { type Act, findAllowedActs } from '../allowed-acts/judging.ts'
import { readSummedQuery } from '../lists/summing.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { findPayouts, type LenderPayout, lenderPayoutList, listPayouts } from './list-store.ts'

/** A page of the payouts to all stores in the caller's mode; with `summary=true` their totals. */
export async function readPayouts(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const wanted = readSummedQuery(lenderPayoutList, parameters)
  return { page: wanted.query, ...(await listPayouts(database, sandbox, wanted)) }
}

/** Refusals: `payout_not_found`. */
export async function readPayout(
  { database }: Reading,
  { sandbox }: LenderCaller,
  id: string,
): Promise<LenderPayout> {
  const [row] = isId(id) ? await findPayouts(database, { sandbox, ids: [id] }) : []
  return existing(row, 'payout', id)
}

/** With what the caller may do to it. Refusals: `payout_not_found`. */
export async function openPayout(
  { database, clocks, demo }: Places & { readonly demo: boolean },
  caller: LenderCaller,
  id: string,
) {
  const payout = await readPayout({ database }, caller, id)
  const storeId = payout.store.id
  const state = await findStoreState(database, { storeId, sandbox: caller.sandbox })
  const object = { kind: 'payout', id, storeId }
  const acts: Readonly<Record<'hold' | 'release', Act>> = {
    hold: { permission: 'payouts:hold', decision: decideHold(payout) },
    release: {
      ...{ permission: 'payouts:release', approval: 'payout_release' },
      decision: decideRelease(payout, state),
    },
  }
  const judging = { database, clock: clocks.real, demo }
  const about = { object, currency: payout.currency, acts }
  return { payout, judged: await findAllowedActs(judging, caller, about) }
}

/** A page of a payout's lines: their nets sum to its amount. */
export async function readLines(
  reading: Reading,
  caller: LenderCaller,
  { id, parameters }: { readonly id: string; readonly parameters: URLSearchParams },
) {
  const page = readListQuery(paymentList, parameters, LENDER_ZONE)
  const payout = await readPayout(reading, caller, id)
  const key = { storeId: payout.store.id, sandbox: caller.sandbox, payout }
  const { count, lines } = await listLines(reading.database, key, page)
  return { count, rows: lines, page }
}
