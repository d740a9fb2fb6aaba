import type { Cents } from '@svc/api'
import type { SettlementLine } from '../settlements/settlement.ts'

/** The period of a statement: from the first moment on, before the second. */
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

/** A store's balance before, the changes, and the balance after. */
export type Statement = Period & {
  readonly opening: Cents
  readonly totals: readonly Total[]
  readonly count: number
  readonly net: Cents
  readonly closing: Cents
}
