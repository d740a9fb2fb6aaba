/**
 * The postings of each operation (design §4). A posting moves one positive amount from its credited
 * to its debited account, so an entry balances by construction. What an operation does to the
 * buyer's debt is booked by `loans/`.
 */
import { type Cents, type Product, subtract, ZERO } from '@svc/api'

export type Account =
  | 'buyer_receivable'
  | 'commitment'
  | 'uncaptured'
  | 'store_payable'
  | 'store_fee_income'
  | 'campaign_income'
  | 'buyer_credit'
  | 'interest_income'
  | 'buyer_fee_income'
  | 'late_income'
  | 'cash'
  | 'credit_loss'
export type Posting = { readonly debit: Account; readonly credit: Account; readonly amount: Cents }
/** Operations of a store, which it sees as commercial transactions. */
export type StoreEntryKind = 'confirm' | 'capture' | 'void' | 'refund' | 'edit' | 'cancel'
/** Operations between the lender and the buyer. */
type LoanEntryKind =
  | 'due'
  | 'late'
  | 'payment'
  | 'charge_back'
  | 'credit_return'
  | 'failed_return'
  | 'withdrawal'
  | 'write_off'
  | 'waiver'
  | 'write_off_undo'
export type EntryKind = StoreEntryKind | LoanEntryKind

const posting = (debit: Account, credit: Account, amount: Cents): Posting[] =>
  amount > ZERO ? [{ debit, credit, amount }] : []

/**
 * pay_later: the buyer owes nothing before a capture, so the store's line is balanced by a
 * commitment.
 */
const owedBy = (product: Product | null): Account =>
  product === 'pay_later' ? 'commitment' : 'buyer_receivable'

export function confirmPostings(product: Product | null, total: Cents): Posting[] {
  return posting(owedBy(product), 'uncaptured', total)
}

export function capturePostings(product: Product | null, amount: Cents): Posting[] {
  const released = posting('uncaptured', 'store_payable', amount)
  if (product !== 'pay_later') return released
  return [...released, ...posting('buyer_receivable', 'commitment', amount)]
}

/**
 * For pay_later, the part that will never be captured: nothing is owed for it, so the commitment
 * ends.
 */
export function commitmentPostings(amount: Cents): Posting[] {
  return posting('uncaptured', 'commitment', amount)
}

/** The store's fee or campaign cost; negative if it gets some back. */
export function costPostings(
  income: 'store_fee_income' | 'campaign_income',
  change: Cents,
): Posting[] {
  if (change >= ZERO) return posting('store_payable', income, change)
  return posting(income, 'store_payable', subtract(ZERO, change))
}

/** In a store's own chain. */
export type StorePosting = {
  readonly debit: 'store_payable'
  readonly credit: 'cash'
  readonly amount: Cents
}

export function payoutPostings(amount: Cents): StorePosting[] {
  return [{ debit: 'store_payable', credit: 'cash', amount }]
}
