/** The buyer at the checkout pages: what they press, found by the marks that the views carry. */
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core'
import { type Client, checkoutBody, newMid } from '../running-server.ts'

/** The page, or the frame of a store's page that it is in. */
type Place = Page | Frame | FrameLocator

export const people = {
  accepted: '12345678Z',
  refused: '99999998T',
  checked: '99999995C',
} as const
export const cards = { good: '4111111111111111', declined: '4012888888881881' } as const

export const action = (place: Place, name: string): Locator =>
  place.locator(`[data-action="${name}"]`).first()
export const step = (place: Place, name: string): Locator => place.locator(`[data-step="${name}"]`)
export const result = (place: Place, status: string): Locator =>
  place.locator(`[data-result="${status}"]`)
export const notice = (place: Place, name: string): Locator =>
  place.locator(`[data-notice="${name}"]`)
export const problem = (place: Place, kind: string): Locator =>
  place.locator(`[data-problem="${kind}"]`)

export type Opened = { readonly id: string; readonly url: string; readonly mid: string }

/** A checkout of 120.50 whose buyer the store knows, so that nothing has to be typed. */
export async function openedCheckout(
  client: Client,
  merchant: Record<string, unknown> = {},
  person: keyof typeof people = 'accepted',
): Promise<Opened> {
  const mid = newMid()
  const customer = {
    ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Prueba', phone: '600000000' },
    birthday: '1990-01-01',
    document_id: { type: 'nif', number: people[person], country: 'ES' },
  }
  const created = await client(
    'POST',
    '/checkout',
    checkoutBody(mid, 12_050, { customer, merchant }),
  )
  if (created.status !== 201) throw new Error(`no checkout: ${created.text}`)
  return { id: created.body.id, url: created.body.checkout_url, mid }
}

export async function choose(place: Place): Promise<void> {
  await place.locator('[data-offer="instalments-3"]').click()
  await action(place, 'next').click()
}

export async function saveData(place: Place): Promise<void> {
  await step(place, 'data').waitFor()
  await action(place, 'save').click()
}

export async function enterCard(place: Place, number: string = cards.good): Promise<void> {
  const frame = place.locator('iframe[src*="card-frame"]').contentFrame()
  await frame.locator('#number').fill(number)
  await frame.locator('#expiry').fill('12/40')
  await frame.locator('#cvc').fill('123')
  await frame.locator('button').click()
  await action(place, 'forget-card').waitFor()
}

/** By keyboard: the frame of the card above it may be growing just now. */
export async function consent(place: Place): Promise<void> {
  await place.locator('[name="consent"]').press('Space')
}

/** All that comes before the signature. */
export async function prepare(place: Place, number?: string): Promise<void> {
  await choose(place)
  await saveData(place)
  await enterCard(place, number)
  await consent(place)
}

export async function signAll(place: Place, number?: string): Promise<void> {
  await prepare(place, number)
  await action(place, 'sign').click()
}

/**
 * A tab that was reloaded at the signature: the data are with the server, the choice is kept. The
 * way there has a test of its own.
 */
export async function openAtSignature(page: Page, { id, url }: Opened): Promise<void> {
  const { origin, hash } = new URL(url)
  const response = await fetch(`${origin}/checkout/${id}/buyer`, {
    method: 'PUT',
    headers: {
      accept: 'application/vnd.svc.v1+json',
      authorization: `Bearer ${hash.slice(1)}`,
      'content-type': 'application/json',
    },
    // All else is what the store has sent.
    body: JSON.stringify({ first_name: 'Ada', last_name: 'Prueba' }),
  })
  if (response.status !== 204) throw new Error(await response.text())
  await page.addInitScript((name) => {
    if (window.parent !== window) return
    const stored = sessionStorage.getItem(name)
    const place = { place: 'signature', chosen: 'instalments-3' }
    if (stored === null) sessionStorage.setItem(name, JSON.stringify(place))
  }, `svc-checkout-${id}`)
  await page.goto(url)
  await step(page, 'signature').waitFor()
}

export async function signNow(page: Page, opened: Opened, number?: string): Promise<void> {
  await openAtSignature(page, opened)
  await enterCard(page, number)
  await consent(page)
  await action(page, 'sign').click()
}

/** How often the order went on from the buyer's way: with their signature only. */
export async function signatures(client: Client, { id }: Opened): Promise<number> {
  let count = 0
  for (let query = ''; ; ) {
    const { body } = await client('GET', `/me/events?limit=1000${query}`)
    for (const { order_id, data } of body.results) {
      if (order_id === id && data.status_reason === 'confirmation_required') count++
    }
    if (!body.has_more) return count
    query = `&after=${body.next}`
  }
}
