/**
 * The data of the documents: one object for all of them, so that no two can say different things.
 * Amounts are minor units, rates hundredths of a percent, days those of the store.
 */
import type { Cents, DocumentLanguage, Product, Rate } from '@svc/api'
import type { Lender } from '../../model/stores/store-account.ts'
import type { Day } from '../../platform/time/calendar.ts'

export type DocumentPayment = {
  /** 0: the down payment. */
  readonly number: number
  readonly dueDate: Day
  readonly amount: Cents
  readonly capital: Cents
  readonly interest: Cents
  readonly fee: Cents
}

export type DocumentOffer = {
  readonly product: Product
  readonly numInstalments: number
  /** Less what campaigns take off. */
  readonly nominalRate: Rate
  /** Null: there is none, because nothing is owed for longer than a moment. */
  readonly annualEquivalent: Rate | null
  readonly downpaymentAmount: Cents
  readonly totalInterest: Cents
  readonly totalFees: Cents
  /** With the down payment. */
  readonly totalAmount: Cents
  /** The campaigns' reduction of the interest. */
  readonly savedInterest: Cents
  /** Once for each late instalment. */
  readonly lateCharge: Cents
  /** Days between two payments, where they are not monthly. */
  readonly termDays: number | null
  readonly schedule: readonly DocumentPayment[]
}

/** The consequences of a failed payment, in days after the due date. */
type Collection = {
  readonly retryDays: readonly number[]
  readonly lateAfterDays: number
}

export type DocumentBuyer = {
  readonly name: string
  readonly email: string
  /** Null while they have not said it. */
  readonly documentId: string | null
}

export type DocumentData = {
  readonly sandbox: boolean
  readonly timeZone: string
  readonly store: { readonly name: string; readonly url: string | null }
  /** Null: the store itself grants the credit. */
  readonly lender: Lender | null
  readonly buyer: DocumentBuyer
  readonly order: {
    readonly id: string
    readonly mid: string
    readonly amount: Cents
    readonly currency: string
    readonly articles: readonly { readonly name: string; readonly quantity: number }[]
  }
  readonly offer: DocumentOffer
  readonly collection: Collection
  /** The day that monthly payments are counted from. */
  readonly startsOn: Day
  readonly madeAt: Date
  /** Null: not signed, so that an agreement is a draft. */
  readonly signedAt: Date | null
  /** The last day to withdraw; null: the store has not confirmed, so that it is not known. */
  readonly withdrawableUntil: Day | null
}

/** One instalment, with its state. */
export type StatementInstalment = DocumentPayment & {
  readonly lateCharge: Cents
  readonly settled: Cents
  readonly open: Cents
  readonly state: 'paid' | 'due' | 'late' | 'coming'
}

export type StatementPayment = {
  readonly on: Day
  readonly kind: 'payment' | 'charge_back' | 'returned' | 'reduction'
  readonly amount: Cents
}

/** The buyer's debt at one moment, and its history. */
export type StatementData = DocumentData & {
  readonly loan: {
    readonly instalments: readonly StatementInstalment[]
    readonly payments: readonly StatementPayment[]
    /** All of it: everything due and unpaid, and everything not yet due except its interest. */
    readonly owedAmount: Cents
    readonly dueAmount: Cents
    readonly lateAmount: Cents
    readonly comingInterest: Cents
    readonly paidAmount: Cents
    readonly writtenOff: Cents
    /** The amount due back to the buyer. */
    readonly creditAmount: Cents
  }
}

/** A document as it is stored: never changed, found by its order and kind. */
export type ArchivedDocument = {
  readonly storeId: string
  readonly orderId: string
  readonly sandbox: boolean
  readonly id: string
  readonly kind: 'pre_contract' | 'agreement'
  readonly language: DocumentLanguage
  readonly sha256: string
  readonly html: string
  readonly createdAt: Date
}
