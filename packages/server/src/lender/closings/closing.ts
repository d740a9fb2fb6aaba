import type { Day } from '../../platform/time/calendar.ts'
import type { AccountBalance } from '../balances/balance.ts'

/** The balances of live mode at the end of a day. */
export type Closing = {
  /** Of UTC. */
  readonly day: Day
  /** By account and currency, since the beginning. */
  readonly balances: readonly AccountBalance[]
  readonly closedAt: Date
  /** Hash of the day before; empty for the first. */
  readonly previousHash: string
  readonly hash: string
}
