import { type Cents, type Product, ZERO } from '@svc/api'
import { commitmentPostings, type Posting } from '../model/ledger/rules.ts'

/** What giving up an amount that is not captured books while nothing has been paid. */
export function uncapturedPostings(product: Product | null, amount: Cents): Posting[] {
  if (product === 'pay_later') return commitmentPostings(amount)
  return amount > ZERO ? [{ debit: 'uncaptured', credit: 'buyer_receivable', amount }] : []
}

/** What giving back an amount of captures books while nothing has been paid. */
export function captureRefundPostings(amount: Cents): Posting[] {
  return amount > ZERO ? [{ debit: 'store_payable', credit: 'buyer_receivable', amount }] : []
}
