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

/** Where the buyer goes and the store listens, with every default filled in. */
export type MerchantUrls = Static<typeof Merchant> & { readonly notification_url: string }

/**
 * What the store and the buyer sent: read with the order, hardly ever written. Amounts are minor
 * units.
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
  /** When what is bought takes place, in the store's time zone; null: not after the checkout. */
  readonly eventDate: Day | null
  /** Of the campaigns that counted at the checkout's creation: later changes of them do not. */
  readonly campaignDiscounts: readonly PlanDiscount[]
  readonly offer: Offer | null
  /** What was agreed on the loan when the buyer signed. */
  readonly loanTerms: LoanTerms | null
  /** Over all that was signed (`checkouts/signed-hash.ts`); null before, and of old orders. */
  readonly signedHash: string | null
  /** What the store said when it rejected the order. */
  readonly rejectionReason: string | null
}

/** What a list shows of them. */
export type ListedDetails = Pick<OrderDetails, 'taxRate' | 'customer' | 'rejectionReason'>
