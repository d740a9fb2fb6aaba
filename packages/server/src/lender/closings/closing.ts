import type { Day } from '../../platform/time/calendar.ts'
import type { AccountBalance } from '../balances/balance.ts'

/** What the accounts of live mode held when a day was over. */
export type Closing = {
  /** Of UTC. */
  readonly day: Day
  /** By account and currency, since the beginning. */
  readonly balances: readonly AccountBalance[]
  readonly closedAt: Date
  /** Of the day before; empty: of the first. */
  readonly previousHash: string
  readonly hash: string
}
