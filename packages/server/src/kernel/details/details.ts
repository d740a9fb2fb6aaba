import type {
  Article,
  Billing,
  Buyer,
  Customer,
  Merchant,
  Product,
  Shipping,
  Static,
} from '@svc/api'
import type { PlanDiscount } from '../../model/financing/discounts.ts'
import type { Offer } from '../../model/financing/offers.ts'
import type { LoanTerms } from '../../model/loan/loan.ts'
import type { Day } from '../../platform/time/calendar.ts'

/** Addresses for the buyer and for the notifications, with every default filled in. */
export type MerchantUrls = Static<typeof Merchant> & { readonly notification_url: string }

/**
 * The data of the store and of the buyer: read with the order, hardly ever written. Amounts are
 * minor units.
 */
export type OrderDetails = {
  readonly merchant: MerchantUrls
  readonly articles: readonly Article[]
  readonly shipping: Shipping | null
  readonly billing: Billing | null
  readonly customer: Customer
  readonly buyer: Buyer | null
  readonly requestedProduct: Product | null
  readonly taxRate: number | null
  /** Date of the purchased event, in the store's time zone; null: not after the checkout. */
  readonly eventDate: Day | null
  /** The campaigns that counted at the checkout's creation: later changes of them do not. */
  readonly campaignDiscounts: readonly PlanDiscount[]
  readonly offer: Offer | null
  /** The terms of the loan agreed at the signature. */
  readonly loanTerms: LoanTerms | null
  /** Over all signed values (`checkouts/signed-hash.ts`); null before, and for old orders. */
  readonly signedHash: string | null
  /** The store's reason for rejecting the order. */
  readonly rejectionReason: string | null
}

/** The members that a list shows. */
export type ListedDetails = Pick<OrderDetails, 'taxRate' | 'customer' | 'rejectionReason'>
