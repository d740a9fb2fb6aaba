import type {
  Cents,
  DeciderName,
  DecisionOutcome,
  Product,
  ReasonEffect,
  ReasonSource,
  ReviewOutcome,
} from '@svc/api'
import type { DecisionLimits } from '../../model/decision-limits/limits.ts'
import type { Exposure } from '../../model/exposure/exposure.ts'

/** The buyer's earlier orders that the store sent; amounts in the order's currency. */
type HistorySummary = {
  readonly entries: number
  readonly complete: number
  readonly cancelled: number
  readonly processing: number
  readonly pending: number
  /** With any other status. */
  readonly unknown: number
  readonly due: Cents
}

/** The results of the buyer's other orders with this store and mode, in the order's currency. */
type EarlierLoans = {
  readonly open_amount: Cents
  readonly late_instalments: number
  readonly written_off_amount: Cents
  readonly paid_off: number
}

/** A refusal that a person overturned: its reasons count no more, up to its amount. */
export type Overturned = {
  readonly decision_id: string
  readonly codes: readonly string[]
  readonly amount: Cents
}

/** The buyer's history, from the database. */
export type Past = {
  readonly history: HistorySummary
  readonly loans: EarlierLoans
  /** Other checkouts that were signed or declined in the 24 hours before. */
  readonly attempts: number
  readonly overturned: readonly Overturned[]
}

/**
 * All judged values, as they are stored and shown. Of the person only what a rule needs: years of
 * age, no birthday; the kind of document, no number; no name (decision 0037).
 */
export type DecisionInputs = Past & {
  readonly amount: Cents
  readonly currency: string
  readonly product: Product
  readonly num_instalments: number
  readonly highest_payment: Cents
  readonly age: number
  readonly document: {
    readonly country: string
    readonly type: 'nif' | 'nie'
    readonly check_letter: 'valid' | 'invalid'
  }
  /** Monthly. */
  readonly income: Cents | null
  readonly limits: DecisionLimits
  /** Over all stores. Absent: judged before persons were known across stores. */
  readonly lender?: Exposure
}

export type Reason = {
  readonly code: string
  readonly source: ReasonSource
  readonly effect: ReasonEffect
  /** Found, but not what decided. */
  readonly advisory: boolean
  /** The overturned decision that lifted it. */
  readonly waived_by: string | null
  readonly values: Readonly<Record<string, number | string>>
  /** The scorecard's own words; the service has its own for its codes. */
  readonly words?: { readonly es: string; readonly en: string }
}

/** A decider's outcome for a signature. */
export type Verdict = {
  readonly outcome: DecisionOutcome
  readonly reasons: readonly Reason[]
  readonly version: string
}

/** The question to a decider, however it answers. */
export type Question = {
  readonly id: string
  readonly at: Date
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  /** Identifies the person in the lender's own files; not stored here. */
  readonly person: { readonly document: string; readonly birthday: string }
  readonly inputs: DecisionInputs
}

/** The port: the built-in rules, and a lender's own scorecard. It never throws. */
export type Decider = { decide(question: Question): Promise<Verdict> }

export type Review = {
  readonly outcome: ReviewOutcome
  /** Null once it was erased. */
  readonly note: string | null
  readonly createdAt: Date
}

/** A decision on a buyer's data or signature: retained for ever, never changed. */
export type Decision = {
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  readonly id: string
  /** From 1 on, within the checkout; the last one is that of the signature. */
  readonly number: number
  readonly buyerId: string
  readonly outcome: DecisionOutcome
  readonly decider: DeciderName
  readonly version: string
  readonly reasons: readonly Reason[]
  readonly inputs: DecisionInputs
  readonly createdAt: Date
}

/** With the look that a person took at it. */
export type ReviewedDecision = Decision & { readonly review: Review | null }
