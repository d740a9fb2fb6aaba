/** The form of the approval policy, as in the API: a row for each rule, and one to add. */
import type { Answered as AnswerOf, ApprovalPolicyAnswer } from '@svc/api'
import type { Values } from '../../client/unanswered.ts'
import { amountText } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'

export type Policy = AnswerOf<typeof ApprovalPolicyAnswer>
type Rule = Policy['rules'][number]

/** The values of one row of the form. */
type Row = {
  readonly action: string
  readonly role: string
  readonly currency: string
  /** Undefined: not an amount. */
  readonly most: number | null | undefined
}

const NAMES = ['action', 'role', 'currency', 'most'] as const
export const nameIn = (name: (typeof NAMES)[number], index: number): string => `${name}.${index}`

export const startOf = ({ rules }: Policy): Values =>
  Object.fromEntries(
    rules.flatMap(({ action, role, currency, alone_max: most }, index) => [
      [nameIn('action', index), action],
      [nameIn('role', index), role ?? ''],
      [nameIn('currency', index), currency ?? ''],
      [nameIn('most', index), most === null ? '' : amountText(most)],
    ]),
  )

/** Rows with an action are rules; after the last one there is room for another. */
export function rowsIn(values: Values): Row[] {
  const rows: Row[] = []
  for (let index = 0; nameIn('action', index) in values; index++) {
    const of = (name: (typeof NAMES)[number]) => (values[nameIn(name, index)] ?? '').trim()
    const most = of('most')
    const currency = of('currency').toUpperCase()
    const amount = most === '' ? null : parseAmount(most)
    rows.push({ action: of('action'), role: of('role'), currency, most: amount })
  }
  const last = rows.findLastIndex(({ action }) => action !== '')
  return [...rows.slice(0, last + 1), { action: '', role: '', currency: '', most: null }]
}

/** Undefined: an amount is invalid. */
export function rulesIn(values: Values): object[] | undefined {
  const rows = rowsIn(values).filter(({ action }) => action !== '')
  if (rows.some(({ most }) => most === undefined)) return undefined
  return rows.map(({ action, role, currency, most }) => ({
    action,
    ...(role === '' ? {} : { role }),
    ...(currency === '' ? {} : { currency }),
    ...(most === null ? {} : { alone_max: most }),
  }))
}

/** The values of two policies for the same rule, by its name. */
export const keyOf = ({ action, role, currency }: Rule): string =>
  [action, role ?? '', currency ?? ''].join(' ')
