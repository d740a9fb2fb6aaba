/**
 * Two years of a store's orders, a few every week, created by the service itself on a store's test
 * clock: `copies.ts` multiplies them. Each is done early in the morning, so that a copy can be some
 * hours later on the same day.
 */

import { newBuyer } from '../../test/fixtures/scenario.ts'
import type { TestPlace } from '../../test/fixtures/test-database.ts'
import { readyDemo } from '../../test/ready-demo.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  reaches,
  runProgram,
} from '../../test/running-server.ts'

const DAY_MS = 86_400_000
const WEEKS = 104

/** Placeholders in a template for a copy's own values. */
export const PLACEHOLDERS = {
  first: 'Templatefirst',
  last: 'Templatelast',
  email: 'template@example.com',
  account: 'template-account',
} as const

type Kind = 'complete' | 'refunded' | 'cancelled' | 'declined' | 'late' | 'open' | 'running'
/** Of a hundred copies of a week. The card of a late one is refused each time. */
const EVERY_WEEK = { complete: 72, refunded: 8, cancelled: 6, declined: 4, late: 10 } as const
/** The last ones: still to be captured, and with payments to come. */
const LAST_DAY = { open: 60, running: 40 } as const

const [GOOD, NO_FUNDS] = ['4111111111111111', '4000000000009995']
const DECLINED = { document_id: '99999998T' }

export type Template = {
  readonly id: string
  readonly mid: string
  /** Of its buyer: a person with unpaid debts would get nothing more. */
  readonly document: string
  readonly kind: Kind
  /** Its number of copies in proportion to the others. */
  readonly weight: number
}

/** Begins two years ago, and ends yesterday. */
export async function journey(place: TestPlace): Promise<Template[]> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  // At one in the morning in UTC it is the same day in the store's time.
  const begin = today - (WEEKS * 7 + 1) * DAY_MS + DAY_MS / 24
  const child = runProgram('offset-main.ts', {
    place,
    environment: { TEST_CLOCK_OFFSET_MS: String(begin - Date.now()) },
  })
  try {
    const demo = await readyDemo(child, place)
    const client = clientOf({ demo })
    const templates: Template[] = []
    for (let week = 0; week <= WEEKS; week++) {
      const now = new Date(begin + week * 7 * DAY_MS + DAY_MS / 48).toISOString()
      await sent(client('POST', '/me/test-clock', { now }))
      const kinds = week < WEEKS ? EVERY_WEEK : LAST_DAY
      for (const [kind, weight] of Object.entries(kinds) as [Kind, number][]) {
        templates.push({ ...(await live(client, kind)), kind, weight })
      }
    }
    return templates
  } finally {
    child.kill('SIGTERM')
  }
}

async function live(client: Client, kind: Kind): Promise<Omit<Template, 'kind' | 'weight'>> {
  const total = 5_000 + Math.floor(Math.random() * 20_000)
  const { first, last, email, account } = PLACEHOLDERS
  const mid = newMid()
  const customer = { id: account, email, first_name: first, last_name: last, type: 'existing' }
  const { id } = await sent(client('POST', '/checkout', checkoutBody(mid, total, { customer })))
  const product = kind === 'running' || kind === 'late' ? 'instalments' : 'pay_later'
  const { document_id: document } = kind === 'declined' ? DECLINED : newBuyer()
  const card = kind === 'late' ? NO_FUNDS : GOOD
  const wish = kind === 'declined' ? DECLINED : { product, document_id: document, card }
  const template = { id, mid, document }
  await sent(client('POST', `/sandbox/checkouts/${id}/complete`, wish))
  if (kind === 'declined') return template
  // The work due at this time, which here is the store's confirmation.
  await sent(client('POST', '/me/test-clock', {}))
  await reaches(client, id, '')
  if (kind === 'cancelled') await sent(client('POST', `/orders/${id}/cancel`))
  if (kind === 'cancelled' || kind === 'open') return template
  await sent(client('POST', `/orders/${id}/captures`, { amount: total }))
  if (kind === 'running' || kind === 'late') return template
  if (kind === 'refunded') await sent(client('POST', `/orders/${id}/refund`, { amount: 1_000 }))
  await sent(client('POST', `/orders/${id}/loan/early-repayment`, {}))
  return template
}

async function sent(request: ReturnType<Client>) {
  const { status, text, body } = await request
  if (status >= 400) throw new Error(`${status}: ${text}`)
  return body
}
