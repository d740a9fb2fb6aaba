/** The form of an action on a loan: loaded with its panel. */
import type { Values } from '../../client/unanswered.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import { reasonOf } from '../../parts/money/reason.tsx'
import type { Act, Loan } from './acts.ts'

const KINDS = ['late_charge', 'interest'] as const

/** Of which something can be given up, or was about to be. */
export const kindsOf = ({ allowed_actions: allowed }: Loan, chosen: string | undefined) =>
  KINDS.filter((kind) => kind === chosen || allowed[`${kind}_waiver`].allowed)

type Read = {
  /** What is sent, without the reason; undefined: the amount is invalid. */
  readonly wish: Readonly<Record<string, unknown>> | undefined
  /** Undefined: something is missing still. */
  readonly body: object | undefined
  readonly amount: number | undefined
}

/** `filler`: used instead of a reference that is not typed yet, in a dry run. */
export function readForm(act: Act, values: Values, filler: string): Read {
  const { amount: text = '', note = '', reference = '', payment_id } = values
  const amount = text.trim() === '' ? undefined : parseAmount(text)
  const isMissing = amount === undefined && (text.trim() !== '' || act.isWhole !== true)
  if (act.fields.includes('amount') && isMissing) {
    return { wish: undefined, body: undefined, amount: undefined }
  }
  const said = Object.fromEntries(
    Object.entries({
      ...{ amount, method: values.method, value_date: values.value_date, spread: values.spread },
      kind: values.kind,
      ...{ payment_id, reference: reference.trim() },
    }).filter(([, value]) => value !== undefined && value !== ''),
  )
  const isUnnamed = act.isArrival === true && reference.trim() === ''
  const wish = isUnnamed ? { ...said, reference: filler } : said
  const isWhole = !isUnnamed && note.trim() !== ''
  return { wish, amount, body: isWhole ? { ...said, reason: reasonOf(values) } : undefined }
}
