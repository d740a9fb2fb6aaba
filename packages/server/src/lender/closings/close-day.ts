import type { Database } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { together } from '../balances/rules.ts'
import { listBalances } from '../balances/store.ts'
import type { Closing } from './closing.ts'
import { hashOf } from './hash.ts'
import { dayToClose, endOf } from './rules.ts'
import { closingRow, findLastClosing, lockClosings } from './store.ts'

type Closer = { readonly database: Database; readonly clock: RealClock }

/**
 * Closes the next day of live mode that is over; the first closing has everything booked before.
 * Undefined: there is none, or nothing was ever booked. Stores of the sandbox have clocks of their
 * own, by which no day is over for all of them.
 */
export function closeDay({ database, clock }: Closer): Promise<Closing | undefined> {
  return database.transaction(null, async (tx) => {
    await lockClosings(tx)
    const closedAt = clock.now()
    const last = await findLastClosing(tx, null)
    const day = dayToClose(last?.day, closedAt)
    if (day === undefined) return tx.commit(undefined)
    const from = last === undefined ? null : endOf(last.day)
    const booked = await listBalances(tx, { sandbox: false, from, before: endOf(day) })
    if (last === undefined && booked.length === 0) return tx.commit(undefined)
    const balances = together(last?.balances ?? [], booked)
    const said = { day, closedAt, balances, previousHash: last?.hash ?? '' }
    const closing = { ...said, hash: hashOf(said) }
    return tx.commit(closing, Written.technically('closing', closingRow(closing)))
  })
}
