/** Acts on money at the desk, drawn at random: what they fill in, and what was booked by them. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { enActs } from '../../packages/desk/src/texts/acts-en.ts'
import { en } from '../../packages/desk/src/texts/en.ts'
import { enWords } from '../../packages/desk/src/texts/en-words.ts'
import { enOwn } from '../../packages/desk/src/texts/own-en.ts'
import type { Random } from '../../tools/simulate/random.ts'
import type { Client, Json } from '../running-server.ts'

/** So little that one person may do a day's worth of it alone. */
const LITTLE = 500

export async function read(client: Client, path: string): Promise<Json> {
  const { status, body, text } = await client('GET', path)
  assert.equal(status, 200, `${path}: ${text}`)
  return body
}

const words: Readonly<Record<string, string>> = { ...enOwn.words, ...enWords, ...en.words }
const word = (name: string): string => words[name] ?? name.replaceAll('_', ' ')
const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })
const money = (amount: number): string => euros.format(amount / 100)
const days = new Intl.DateTimeFormat('en-GB', {
  ...({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const),
})

/** An order as the store, the lender and the books have it. */
export type Standing = {
  readonly order: Json
  readonly loan: Json
  readonly entries: readonly Json[]
  readonly lines: readonly Json[]
}

/** Who reads: a store by its own key, and its lender. */
export type Books = { readonly store: Client; readonly lender: Client }

export async function standing({ store, lender }: Books, id: string): Promise<Standing> {
  const [order, { loan }, { results: happened }, { results: lines }] = await Promise.all([
    read(store, `/orders/${id}`),
    read(lender, `/lender/loans/${id}`),
    read(lender, `/lender/orders/${id}/timeline?kinds=entry`),
    read(store, `/me/payments?order-id=${id}&page_size=100`),
  ])
  return { order, loan, entries: happened, lines }
}

const AMOUNTS = [
  ...['total_amount', 'captured_amount', 'voided_amount', 'refunded_amount'],
  ...['remaining_capture_amount', 'remaining_refund_amount'],
]
const FIGURES = [
  ...['owed_amount', 'overdue_amount', 'paid_amount', 'charged_back_amount'],
  ...['credit_amount', 'returned_amount', 'written_off_amount'],
]

type Seen = Readonly<Record<'figures' | 'plan' | 'entries', readonly string[]>>

const changed = (names: readonly string[], old: Json, next: Json): string[] =>
  names
    .filter((name) => old[name] !== next[name])
    .map((name) => `${word(name)} ${money(old[name])} ${money(next[name])}`)

/** What a panel has to have shown, by what was booked. */
export function bookedBetween(before: Standing, after: Standing, isOfStore: boolean): Seen {
  const added = (of: 'entries' | 'lines') => {
    const known = new Set(before[of].map(({ id }) => id))
    return after[of].filter(({ id }) => !known.has(id))
  }
  const lines = added('lines')
  const net = lines.reduce((all, each) => all + each.net, 0)
  const [old, next] = [before.loan, after.loan]
  const dearer = old.annual_equivalent !== next.annual_equivalent
  const rate = ({ annual_equivalent: value }: Json) => `${(value / 100).toFixed(2)}%`
  const keyOf = ({ kind, number, due_date: on }: Json) => `${kind} ${number} ${on}`
  const known = new Map<string, Json>(old.instalments.map((each: Json) => [keyOf(each), each]))
  const plan = next.instalments.flatMap((each: Json) => {
    const was = known.get(keyOf(each))
    const isSame = was?.open_amount === each.open_amount && was?.status === each.status
    const on = days.format(new Date(each.due_date))
    const shown = was === undefined ? '–' : money(was.open_amount)
    return isSame ? [] : [`${on} ${shown} ${money(each.open_amount)} ${word(each.status)}`]
  })
  const entries = added('entries').flatMap(({ type, postings }) =>
    postings.map(({ debit, credit, amount }: Json) => {
      return `${word(type)} ${word(debit)} ← ${word(credit)} ${money(amount)}`
    }),
  )
  const settled = lines.map((each) => `${word('store')} ${word(each.type)} ${money(each.net)}`)
  return {
    figures: [
      ...(isOfStore ? changed(AMOUNTS, before.order, after.order) : []),
      ...changed(FIGURES, old, next),
      ...(isOfStore && lines.length > 0 ? [`${word('store_net')} – ${money(net)}`] : []),
      ...(!isOfStore && dearer ? [`${word('annual_equivalent')} ${rate(old)} ${rate(next)}`] : []),
    ].sort(),
    plan: plan.sort(),
    entries: [...entries, ...settled].sort(),
  }
}

/** What the panel shows now, in one look. */
export async function shownIn(panel: Locator): Promise<Seen> {
  const { effects, plan } = enActs.acts
  const shown = await panel.evaluate(
    (element, names) => {
      const textOf = (each: Element) => each.textContent?.replace(/\s+/g, ' ').trim() ?? ''
      const rowsOf = (label: string) =>
        [...element.querySelectorAll(`table[aria-label="${label}"] tbody tr`)].map((row) =>
          [...row.querySelectorAll('td')].map(textOf).join(' '),
        )
      const entries = [...element.querySelectorAll('.postings li')].map((line) =>
        [...line.children].map(textOf).join(' '),
      )
      return { figures: rowsOf(names.effects), plan: rowsOf(names.plan), entries }
    },
    { effects, plan },
  )
  return {
    figures: shown.figures.toSorted(),
    plan: shown.plan.toSorted(),
    entries: shown.entries.toSorted(),
  }
}

export const amountIn = (chance: Random, amount: number): string =>
  // Both notations, and what people write beside an amount.
  chance.pick([(each: string) => each, (each: string) => `${each.replace('.', ',')} €`])(
    (amount / 100).toFixed(2),
  )

export type Act = { readonly name: string; readonly fill: (panel: Locator) => Promise<void> }

const withAmount = (chance: Random, name: string, most: number): Act => ({
  name,
  fill: (panel) => panel.getByLabel('Amount').fill(amountIn(chance, chance.between(1, most))),
})

/** What may be done to an order by its store; each with a part of what is possible. */
export function actsOfStore(chance: Random, { order }: Standing): Act[] {
  const { names } = enOwn.acts
  const { capture, void: voiding, refund, edit, cancel } = order.allowed_actions
  const amounts = [
    ...(capture.allowed ? [withAmount(chance, names.capture, capture.limit)] : []),
    ...(voiding.allowed ? [withAmount(chance, names.void, voiding.limit)] : []),
    ...(refund.allowed ? [withAmount(chance, names.refund, refund.limit)] : []),
  ]
  const { voided_amount: voided, refunded_amount: refunded } = order
  const left = order.total_amount - order.captured_amount - voided - refunded
  const change: Act = {
    name: names.edit,
    async fill(panel) {
      const text = amountIn(chance, order.total_amount - chance.between(1, left - 1))
      await panel.getByLabel('Total').fill(text)
      await panel.getByLabel('Price').first().fill(text)
    },
  }
  return [
    ...amounts,
    ...(edit.allowed && left > 1 ? [change] : []),
    ...(cancel.allowed && chance.chance(0.2) ? [{ name: names.cancel, fill: async () => {} }] : []),
  ]
}

/** References are never used twice. */
let references = 0
export const nextReference = (): string => `R-${references + 1}`

export function actsOfLender(chance: Random, { loan }: Standing): Act[] {
  const { names } = enActs.acts
  const note = (panel: Locator) => panel.getByLabel('Note for the log').fill('By chance')
  const arrival = (name: string): Act => ({
    name,
    async fill(panel) {
      const most = Math.min(LITTLE, loan.pay_off_amount)
      await panel.getByLabel('Amount').fill(amountIn(chance, chance.between(1, most)))
      await panel.getByLabel('Reference').fill(`R-${++references}`)
      await panel.getByLabel('Method').selectOption('bank_transfer')
      await panel
        .getByLabel('Instalments to reduce')
        .selectOption(chance.pick(['next', 'spread', 'last']))
      await note(panel)
    },
  })
  if (loan.pay_off_amount < 1) return []
  return [arrival(names.payment), arrival(names.early_repayment)]
}

export const armed = 'button[type=submit][aria-disabled=false]'

/** Its panel, on the screen of what it is done to. */
export async function openPanel(page: Page, address: string, { name }: Act): Promise<Locator> {
  await page.goto(address)
  await page.locator('.acts').getByRole('button', { name, exact: true }).click()
  return page.getByRole('region', { name, exact: true })
}
