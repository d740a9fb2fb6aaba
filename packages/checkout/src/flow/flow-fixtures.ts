/** Checkouts for tests of the flow. */
import { firstModel, type Model } from './model.ts'
import { type Event, reduce } from './reducer.ts'
import type { Offer, Progress } from './types.ts'

export function anOffer(more: Partial<Offer> = {}): Offer {
  return {
    product: 'instalments',
    num_instalments: 3,
    nominal_rate: 0,
    annual_equivalent: 0,
    amount: 4_000,
    last_amount: 4_050,
    downpayment_amount: 0,
    total_interest: 0,
    total_fees: 0,
    total_amount: 12_050,
    late_charge: 0,
    term_days: null,
    discounts: [],
    schedule: [],
    ...more,
  }
}

const home = 'https://shop.example'

/** Open for an hour. */
export function aProgress(more: Partial<Progress> = {}): Progress {
  return {
    id: '0123456789abcdef0123456789abcdef',
    status: 'pending',
    status_reason: 'in_process',
    expires_at: '2026-11-21T11:00:00.000000Z',
    now: '2026-11-21T10:00:00.000000Z',
    sandbox: true,
    store: { name: 'Shop', url: home, lender: null, color: null, text_color: null, logo: null },
    language: null,
    currency: { code: 'EUR' },
    total_amount: 12_050,
    articles: [{ name: 'Bicycle', quantity: 1, price: 12_050 }],
    buyer: null,
    income_required: false,
    signed: null,
    urls: {
      success: `${home}/success`,
      pending: `${home}/pending`,
      ko: `${home}/ko`,
      error: `${home}/error`,
      dismiss: `${home}/dismiss`,
    },
    close_on_success: false,
    card_frame: '/sandbox/card-frame',
    people: [],
    ...more,
  }
}

export function play(first: Model, events: readonly Event[]): Model {
  return events.reduce((model, event) => reduce(model, event, model.now), first)
}

/** A checkout whose offers are to be seen. */
export function opened({ embedded = false } = {}): Model {
  const first = firstModel({ now: 0, embedded, wayBack: false, language: 'es' })
  return play(first, [
    { kind: 'progress', progress: aProgress() },
    { kind: 'offers', offers: [anOffer(), anOffer({ num_instalments: 6 })], kept: {} },
  ])
}
