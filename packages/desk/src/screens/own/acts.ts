/** Actions of store staff on the money of an order: the form of each, and its request. */
import type { Answered as AnswerOf, OrderAnswer } from '@svc/api'
import type { Values } from '../../client/unanswered.ts'
import { amountText, money } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import type { ReadForm } from '../../parts/money/money-panel.tsx'
import { to } from '../../texts/own.ts'
import { nameOf } from '../orders/columns.tsx'

export type Order = AnswerOf<typeof OrderAnswer>

export type Act = {
  readonly name: 'capture' | 'refund' | 'edit' | 'void' | 'cancel'
  /** Relative to the order. */
  readonly path: string
  readonly method?: 'PATCH'
  readonly permission: string
  readonly isStrong?: true
}

const permission = 'orders:write'

export const acts: readonly Act[] = [
  { name: 'capture', path: '/captures', permission },
  { name: 'refund', path: '/refund', permission },
  { name: 'edit', path: '', method: 'PATCH', permission },
  { name: 'void', path: '/void', permission, isStrong: true },
  { name: 'cancel', path: '/cancel', permission, isStrong: true },
]

type Allowed = Order['allowed_actions'][Act['name']]

/** The maximum now, according to the order; undefined: it takes no amount. */
export const limitOf = (allowed: Allowed): number | undefined =>
  allowed.allowed ? allowed.limit : undefined

const priceName = (index: number) => `price ${index}`
const quantityName = (index: number) => `quantity ${index}`
export const lineNames = (index: number) => ({
  ...{ quantity: quantityName(index), price: priceName(index) },
})

export function startOf({ name }: Act, order: Order): Values {
  if (name === 'edit') {
    const lines = order.articles.flatMap(({ quantity, price }, index) => [
      [quantityName(index), String(quantity)],
      [priceName(index), amountText(price)],
    ])
    return { amount: amountText(order.total_amount), ...Object.fromEntries(lines) }
  }
  const limit = limitOf(order.allowed_actions[name])
  return limit === undefined ? {} : { amount: amountText(limit) }
}

const NOTHING = { trial: undefined, body: undefined } as const
const same = (body: object) => ({ trial: body, body })

export function readForm({ name }: Act, order: Order, values: Values): ReadForm {
  const { [name]: sentenceOf } = to.acts.sentences
  const amount = parseAmount(values.amount ?? '')
  const sum = amount === undefined ? '' : money(amount, order.currency.code)
  const sentence = sentenceOf(sum, name === 'cancel' ? order.mid : nameOf(order.customer))
  if (name === 'cancel') return { ...same({}), sentence }
  if (amount === undefined || amount < 1) return { ...NOTHING, sentence }
  if (name !== 'edit') return { ...same({ amount }), sentence }
  const articles = linesIn(order, values)
  if (articles === undefined) return { ...NOTHING, sentence }
  const edit = {
    ...(amount === order.total_amount ? {} : { total_amount: amount }),
    ...(articles.some((each, index) => each !== order.articles[index]) ||
    articles.length !== order.articles.length
      ? { articles }
      : {}),
  }
  const isSame = Object.keys(edit).length === 0
  return { ...(isSame ? NOTHING : same({ order: edit })), sentence }
}

/** The lines of the form; an empty quantity removes a line. Undefined: one is invalid. */
function linesIn({ articles }: Order, values: Values): Order['articles'] | undefined {
  const lines = articles.map((article, index) => {
    const quantity = Number(values[quantityName(index)])
    const price = parseAmount(values[priceName(index)] ?? '')
    const isWrong = !Number.isInteger(quantity) || quantity < 0 || price === undefined || price < 0
    if (isWrong) return undefined
    const isSame = quantity === article.quantity && price === article.price
    return isSame ? article : { ...article, quantity, price }
  })
  if (!lines.every((each) => each !== undefined)) return undefined
  return lines.filter(({ quantity }) => quantity > 0)
}
