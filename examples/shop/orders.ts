/** The shop's own orders. In a file, because it is an example: a shop has a database. */
import { randomInt } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Language } from './texts.ts'

export type Customer = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly street: string
  readonly postcode: string
  readonly city: string
}

type OrderLine = {
  readonly id: string
  readonly name: string
  readonly quantity: number
  /** Without tax. */
  readonly net: number
  /** With tax. */
  readonly price: number
}

/** To a notification. */
export type Answer = { readonly status: 'ok' | 'ko'; readonly reason?: string }

export type Payment = 'instalments' | 'transfer'

/**
 * `accepted`: the shop has said yes to the service. `paid`: the service has told that the financing
 * stands. Only then is anything shipped.
 */
type OrderState = 'placed' | 'accepted' | 'paid' | 'failed'

export type ShopOrder = {
  /** What the buyer knows it by, and the `order.id` that the service is told. */
  readonly number: string
  /** Made by the page: a second click is the same order. */
  readonly key: string
  readonly placed: string
  readonly language: Language
  readonly customer: Customer
  readonly lines: readonly OrderLine[]
  readonly total: number
  readonly currency: string
  readonly payment: Payment
  readonly state: OrderState
  readonly checkout: { readonly id: string; readonly url: string } | null
  /** What was answered to each notification, by its id: it may come again. */
  readonly answers: Readonly<Record<string, Answer>>
  /** What the service has told of it, oldest first, for the staff to look at. */
  readonly messages?: readonly Message[]
}

/** A verified notification as it came. */
type Message = { readonly id: string; readonly text: string; readonly answer: Answer }

export type Orders = {
  /** Newest first. */
  list(): readonly ShopOrder[]
  find(number: string): ShopOrder | undefined
  findByKey(key: string): ShopOrder | undefined
  findByCheckout(checkoutId: string): ShopOrder | undefined
  add(order: Omit<ShopOrder, 'number'>): ShopOrder
  change(number: string, change: Partial<ShopOrder>): ShopOrder
}

const ORDERS_MAX = 1_000

export function openOrders(file: string): Orders {
  let orders: readonly ShopOrder[] = readOrders(file)
  const keep = (next: readonly ShopOrder[]) => {
    writeOrders(file, next)
    orders = next
  }
  const find = (number: string) => orders.find((order) => order.number === number)
  const newNumber = (): string => {
    const number = `M-${randomInt(100_000, 1_000_000)}`
    return find(number) === undefined ? number : newNumber()
  }
  return {
    list: () => orders,
    find,
    findByKey: (key) => orders.find((order) => order.key === key),
    findByCheckout: (id) => orders.find(({ checkout }) => checkout?.id === id),
    add(given) {
      const order = { ...given, number: newNumber() }
      keep(withRoom([order, ...orders]))
      return order
    },
    change(number, change) {
      const before = find(number)
      if (before === undefined) throw new Error(`there is no order ${number}`)
      const after = { ...before, ...change }
      keep(orders.map((order) => (order.number === number ? after : order)))
      return after
    },
  }
}

/** What nobody has signed makes room: a thousand open checkouts do not push out a sale. */
function withRoom(orders: readonly ShopOrder[]): readonly ShopOrder[] {
  if (orders.length <= ORDERS_MAX) return orders
  const oldest = orders.findLastIndex(({ state }) => state === 'placed' || state === 'failed')
  return oldest > 0 ? orders.toSpliced(oldest, 1) : orders
}

/** What cannot be read stays as it is, for somebody to mend: an empty list would write over it. */
function readOrders(file: string): ShopOrder[] {
  try {
    const orders = JSON.parse(readFileSync(file, 'utf8'))
    if (!Array.isArray(orders)) throw new Error('it is no list')
    return orders
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw new Error(`the orders in ${file} cannot be read: ${message}`)
  }
}

/** Written aside and renamed: whatever happens in between, one whole file is there. */
function writeOrders(file: string, orders: readonly ShopOrder[]): void {
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, JSON.stringify(orders, null, 2), { mode: 0o600 })
  renameSync(aside, file)
}
