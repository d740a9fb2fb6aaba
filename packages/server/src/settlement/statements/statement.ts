import type { Cents } from '@svc/api'
import type { SettlementLine } from '../settlements/settlement.ts'

/** What a statement is asked about: from the first moment on, before the second. */
export type Period = {
  readonly from: Date
  readonly until: Date
  readonly currency: string
}

type Total = {
  readonly type: SettlementLine['type']
  readonly count: number
  readonly amount: Cents
  readonly net: Cents
}

/** What a store was owed before, what changed, and what it was owed after. */
export type Statement = Period & {
  readonly opening: Cents
  readonly totals: readonly Total[]
  readonly count: number
  readonly net: Cents
  readonly closing: Cents
}
