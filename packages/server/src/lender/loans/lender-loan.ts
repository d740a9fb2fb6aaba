/** A loan of a list of the lender, and what lists are summed up to. */
import type { loanBuckets, Product } from '@svc/api'
import type { loanStatus } from '../../model/loan/status.ts'
import type { StoreReference } from '../../model/stores/store-account.ts'
import type { CreditorNamed } from '../creditors/store.ts'

export type LenderLoan = {
  readonly id: string
  readonly mid: string
  readonly store: StoreReference
  readonly customerId: string | null
  readonly product: Product
  readonly currency: string
  readonly state: ReturnType<typeof loanStatus>
  readonly bucket: (typeof loanBuckets)[number] | null
  readonly daysPastDue: number
  readonly overdueAmount: number
  readonly receivable: number
  readonly writtenOff: number
  readonly nextDue: string | null
  readonly termsVersion: number | null
  /** Null: its terms name none. */
  readonly creditor: CreditorNamed | null
  readonly createdAt: Date
}

export type LoanSum = Pick<LenderLoan, 'currency' | 'bucket' | 'receivable' | 'overdueAmount'> & {
  readonly count: number
}

/** The loans of a mode, as of a moment. */
export type Scope = { readonly sandbox: boolean; readonly now: Date }
