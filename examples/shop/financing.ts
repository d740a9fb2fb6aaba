/** All that the shop asks of the financing service, with its private key. */
import { setTimeout as pause } from 'node:timers/promises'
import { createAsk, FinancingError } from './ask.ts'
import { TAX_RATE } from './catalogue.ts'
import type { ShopOrder } from './orders.ts'
import type { ShopSettings } from './settings.ts'

type Instalment = {
  readonly number: number
  readonly due_date: string
  readonly status: string
  readonly amount: number
  readonly open_amount: number
}

type Amounts = {
  readonly total_amount: number
  readonly captured_amount: number
  readonly voided_amount: number
  readonly refunded_amount: number
  readonly remaining_capture_amount: number
  readonly remaining_refund_amount: number
}

/** The parts of an order that the shop uses. */
export type FinancedOrder = Amounts & {
  readonly status: 'pending' | 'processing' | 'complete' | 'cancelled'
  readonly financing_status: 'pending' | 'ok' | 'ko'
  readonly status_reason: string
  readonly instalment_plan: {
    readonly num_instalments: number
    readonly loan: { readonly instalments: readonly Instalment[] } | null
  } | null
}

/** What an amount costs by the month, as the service's example advertises it. */
export type Monthly = {
  readonly amount: number
  readonly num_instalments: number
  readonly annual_equivalent: number
  readonly total_amount: number
  /** With the warning that advertising of credit must carry. */
  readonly example: string
}

/** A page without a price is better than one that waits for it. */
const PRICE_MS_MAX = 2_000

/** What a dry run tells (`?dry_run=true`). */
export type Effects = {
  readonly amounts: Amounts & { readonly status: FinancedOrder['status'] }
  readonly settlement_lines: readonly { readonly net: number }[]
  readonly loan: { readonly instalments: readonly Instalment[] } | null
  readonly credit_to_customer: number
}

export type Change = {
  readonly action: 'ship' | 'return' | 'cancel'
  readonly checkoutId: string
  readonly amount: number
}

/** Where the buyer is sent, and where the service asks the shop. */
export type Addresses = {
  readonly notification: string
  readonly success: string
  readonly pending: string
  readonly refused: string
  readonly back: string
}

export type Financing = ReturnType<typeof createFinancing>

export function createFinancing(settings: ShopSettings) {
  const ask = createAsk(settings)

  const changeOrder = ({ action, checkoutId, amount }: Change, query: string, key?: string) => {
    const paths = { ship: 'captures', return: 'refund', cancel: 'cancel' }
    const path = `/orders/${checkoutId}/${paths[action]}${query}`
    return ask('POST', path, {
      ...(action === 'cancel' ? {} : { body: { amount } }),
      ...(key === undefined ? {} : { key }),
    })
  }

  return {
    /** The order's number is the key: however often it is sent, one checkout is made. */
    createCheckout(order: ShopOrder, to: Addresses): Promise<{ id: string; checkout_url: string }> {
      return ask('POST', '/checkout', { key: order.number, body: checkoutBody(order, to) })
    },

    /** Undefined where an amount is not financed, or while the service does not answer. */
    async monthlyPrice(amount: number, currency: string, locale: string) {
      const query = new URLSearchParams({ amount: `${amount}`, currency, locale })
      query.set('product[type]', 'instalments')
      const answer = ask('GET', `/instalment-plan-simulator?${query}`).then(monthlyOf)
      const none = () => undefined
      return Promise.race([answer.catch(none), pause(PRICE_MS_MAX, undefined, { ref: false })])
    },

    /** Undefined where the service does not know it. */
    async findOrder(checkoutId: string): Promise<FinancedOrder | undefined> {
      return ask('GET', `/orders/${checkoutId}`).catch((error: Error) => {
        if (error instanceof FinancingError && error.status === 404) return undefined
        throw error
      })
    },

    /** What a change would do; nothing is stored. */
    async tryChange(change: Change): Promise<Effects> {
      return (await changeOrder(change, '?dry_run=true')).effects
    },

    /** Goods leave: capture. Goods come back: refund. Nothing of it will happen: cancel. */
    async change(change: Change, key: string): Promise<void> {
      await changeOrder(change, '', key)
    },
  }
}

type Simulated = {
  readonly choices: readonly [{ readonly instalments: readonly Omit<Monthly, 'example'>[] }]
  readonly options: { readonly representative_example: string }
}

/** The lowest instalment is the last plan's, of which the example tells. */
function monthlyOf({ choices, options }: Simulated): Monthly | undefined {
  const plan = choices[0].instalments.at(-1)
  return plan && { ...plan, example: options.representative_example }
}

/** The order in the service's words. */
function checkoutBody({ customer, ...order }: ShopOrder, to: Addresses) {
  const address = {
    first_name: customer.firstName,
    last_name: customer.lastName,
    phone: customer.phone,
    street: customer.street,
    city: customer.city,
    postcode: customer.postcode,
    country: 'ES',
  }
  return {
    merchant: {
      notification_url: to.notification,
      success_url: to.success,
      pending_url: to.pending,
      ko_url: to.refused,
      error_url: to.back,
      dismiss_url: to.back,
      // The shop's own page says thank you: nobody has to close another one first.
      close_on_success: true,
    },
    order: {
      id: order.number,
      currency: order.currency,
      total_amount: order.total,
      // Prices of articles are without tax; the service checks that they add up to the total.
      tax_rate: TAX_RATE,
      articles: order.lines.map(({ id, name, quantity, net }) => {
        return { id, name, quantity, price: net }
      }),
    },
    // What the shop knows already, the buyer is not asked again.
    customer: {
      email: customer.email,
      first_name: customer.firstName,
      last_name: customer.lastName,
      phone: customer.phone,
      language: order.language,
    },
    billing: address,
    shipping: { ...address, name: 'Mirlo', method: 'postal', price: 0 },
  }
}
