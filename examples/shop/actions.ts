/** What the shop's own pages do: place an order, ask how it stands, ship, take back, cancel. */

import { FinancingError } from './ask.ts'
import { cartOfBody } from './cart.ts'
import type { Change, Financing } from './financing.ts'
import type { Customer, Orders, ShopOrder } from './orders.ts'
import { customerFields } from './pages/checkout.ts'
import { previewOf } from './pages/staff.ts'
import type { Wish } from './place-order.ts'
import { standingOf } from './standing.ts'
import { type Language, texts } from './texts.ts'
import { json, ownPageBody, type Reply, type Request, type Route } from './web.ts'

const FIELD_CHARACTERS_MAX = 120
const KEY = /^[0-9a-f-]{16,64}$/
const FOREIGN = json(403, { error: 'this is for the shop’s own pages' })

type Acting = {
  readonly orders: Orders
  readonly financing: Financing
  readonly place: (wish: Wish) => Promise<ShopOrder | undefined>
}

type Fields = Readonly<Record<string, unknown>>

export function actionRoutes({ orders, financing, place }: Acting): Route[] {
  const placeOrder = async (request: Request): Promise<Reply> => {
    const body = await ownPageBody(request)
    if (body === undefined) return FOREIGN
    const wish = wishOf(body as Fields)
    if (wish === undefined) return json(400, { error: 'something is missing' })
    const placed = await place(wish)
    if (placed === undefined) return json(409, { error: 'this was another order' })
    const { number, checkout } = placed
    const page = `/thank-you?${new URLSearchParams({ order: number, lang: wish.language })}`
    return json(201, { number, page, checkout })
  }

  const orderOf = ({ caught: [number = ''] }: Request) => orders.find(number)

  const stage = async (request: Request): Promise<Reply> => {
    const order = orderOf(request)
    if (order === undefined) return json(404, { error: 'there is no such order' })
    return json(200, { stage: (await standingOf(financing, order)).stage })
  }

  /** Tells what the change would do, or does it. */
  const staff = (carryOut: boolean) => async (request: Request) => {
    const body = (await ownPageBody(request)) as Fields | undefined
    if (body === undefined) return FOREIGN
    const order = orderOf(request)
    if (order === undefined || order.checkout === null) {
      return json(404, { error: 'there is no such order' })
    }
    const change = changeOf(body, order.checkout.id)
    const { key } = body
    if (change === undefined || typeof key !== 'string' || !KEY.test(key)) {
      return json(400, { error: texts[languageOfBody(body)].badAmount })
    }
    try {
      if (!carryOut) {
        const effects = await financing.tryChange(change)
        return json(200, { preview: previewOf(change.action, effects, languageOfBody(body)) })
      }
      await financing.change(change, key)
      return json(200, {})
    } catch (error) {
      if (!(error instanceof FinancingError)) throw error
      return json(error.status, { error: error.message })
    }
  }

  return [
    ['POST', /^\/orders$/, placeOrder],
    ['GET', /^\/orders\/(M-\d{6})\/stage$/, stage],
    ['POST', /^\/staff\/(M-\d{6})\/preview$/, staff(false)],
    ['POST', /^\/staff\/(M-\d{6})\/changes$/, staff(true)],
  ]
}

const languageOfBody = ({ language }: Fields): Language => (language === 'en' ? 'en' : 'es')

/** Ids and quantities come from the page, prices do not. */
function wishOf(body: Fields): Wish | undefined {
  const { key, payment } = body
  const cart = cartOfBody(body.cart)
  const customer = customerOf(body.customer)
  if (typeof key !== 'string' || !KEY.test(key)) return undefined
  if (payment !== 'instalments' && payment !== 'transfer') return undefined
  if (cart === undefined || customer === undefined) return undefined
  return { key, cart, customer, payment, language: languageOfBody(body) }
}

function customerOf(sent: unknown): Customer | undefined {
  if (typeof sent !== 'object' || sent === null) return undefined
  const entries = customerFields.map(([name]) => [name, (sent as Fields)[name]] as const)
  const whole = entries.every(
    ([, value]) =>
      typeof value === 'string' && value.trim() !== '' && value.length <= FIELD_CHARACTERS_MAX,
  )
  return whole ? (Object.fromEntries(entries) as Customer) : undefined
}

function changeOf({ action, amount }: Fields, checkoutId: string): Change | undefined {
  if (action === 'cancel') return { action, checkoutId, amount: 0 }
  if (action !== 'ship' && action !== 'return') return undefined
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) return undefined
  return { action, checkoutId, amount }
}
