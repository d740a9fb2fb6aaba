/** From a cart to an order and its checkout. */
import { type Cart, cartParams } from './cart.ts'
import { CURRENCY } from './catalogue.ts'
import type { Addresses, Financing } from './financing.ts'
import type { Customer, Orders, Payment, ShopOrder } from './orders.ts'
import type { Language } from './texts.ts'

export type Wish = {
  readonly key: string
  readonly cart: Cart
  readonly customer: Customer
  readonly payment: Payment
  readonly language: Language
}

type Placing = {
  readonly orders: Orders
  readonly financing: Financing
  readonly shopUrl: () => string
}

/**
 * Places each order once: a second click waits for the first one's order. Undefined if the key was
 * used for another order, so that nobody pays for something they did not choose.
 */
export function createPlacing({ orders, financing, shopUrl }: Placing) {
  const underWay = new Map<string, Promise<ShopOrder>>()

  const place = async (wish: Wish): Promise<ShopOrder> => {
    const order = orders.findByKey(wish.key) ?? orders.add(newOrder(wish))
    if (order.payment === 'transfer' || order.checkout !== null) return order
    const to = addressesOf(shopUrl(), order, wish.cart)
    const { id, checkout_url: url } = await financing.createCheckout(order, to)
    return orders.change(order.number, { checkout: { id, url } })
  }

  return async (wish: Wish): Promise<ShopOrder | undefined> => {
    const placing = underWay.get(wish.key) ?? place(wish)
    underWay.set(wish.key, placing)
    const order = await placing.finally(() => underWay.delete(wish.key))
    return wordsOf(order) === wordsOf(newOrder(wish)) ? order : undefined
  }
}

/** What the buyer has said; prices are not theirs. */
function wordsOf({ customer, payment, lines }: Omit<ShopOrder, 'number'>): string {
  const wanted = lines.map(({ id, quantity }) => [id, quantity])
  return JSON.stringify([customer, payment, wanted])
}

function newOrder({ key, cart, customer, payment, language }: Wish): Omit<ShopOrder, 'number'> {
  return {
    key,
    placed: new Date().toISOString(),
    language,
    customer,
    // Kept as they are sold: tomorrow's prices change nothing about today's order.
    lines: cart.lines.map(({ article: { id, name, net, price }, quantity }) => {
      return { id, name: name[language], quantity, net, price }
    }),
    total: cart.total,
    currency: CURRENCY,
    payment,
    state: 'placed',
    checkout: null,
    answers: {},
  }
}

function addressesOf(shopUrl: string, { number, language }: ShopOrder, cart: Cart): Addresses {
  const page = (path: string, params: Record<string, string>) =>
    `${shopUrl}${path}?${new URLSearchParams({ ...params, lang: language })}`
  const order = { order: number }
  return {
    notification: `${shopUrl}/notifications`,
    success: page('/thank-you', order),
    pending: page('/waiting', order),
    refused: page('/refused', order),
    back: page('/checkout', { ...cartParams(cart), pay: 'instalments' }),
  }
}
