import { type CreateCheckout, divideHalfEven } from '@svc/api'

const WHOLE = 10_000n

/**
 * The total that the lines promise: (lines − discounts + shipping − order discounts) × tax, each
 * taxed at its own rate, as one exact fraction, rounded half to even once on the grand total
 * (contract §5). Minor units.
 */
export function expectedTotal({ order, shipping }: CreateCheckout): bigint {
  const orderTax = BigInt(order.tax_rate ?? 0)
  let sum = 0n
  for (const article of order.articles) {
    const net = BigInt(article.price) * BigInt(article.quantity) - BigInt(article.discount ?? 0)
    sum +=
      net *
      remainingShare(article.discount_rate) *
      taxed(BigInt(article.tax_rate ?? Number(orderTax)))
  }
  if (shipping?.price !== undefined) {
    const net = BigInt(shipping.price) - BigInt(shipping.discount ?? 0)
    sum +=
      net *
      remainingShare(shipping.discount_rate) *
      taxed(BigInt(shipping.tax_rate ?? Number(orderTax)))
  }
  const discounts = BigInt(order.discount ?? 0) + BigInt(order.cart_discount ?? 0)
  sum -= discounts * WHOLE * taxed(orderTax)
  sum *= remainingShare(order.discount_rate) * remainingShare(order.cart_discount_rate)
  return divideHalfEven(sum, WHOLE ** 4n)
}

const remainingShare = (discountRate: number | undefined): bigint =>
  WHOLE - BigInt(discountRate ?? 0)
const taxed = (taxRate: bigint): bigint => WHOLE + taxRate
