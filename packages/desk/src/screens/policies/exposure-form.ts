/** The form of the exposure policy, as in the API. */
import type { Answered as AnswerOf, ExposurePolicyAnswer } from '@svc/api'
import type { Values } from '../../client/unanswered.ts'
import { amountText } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'

export type Policy = AnswerOf<typeof ExposurePolicyAnswer>

export const startOf = ({ currency, exposure_max: most, rates }: Policy): Values => ({
  currency: currency ?? '',
  exposure_max: most === null ? '' : amountText(most),
  rates: rates.map(({ currency: code, rate }) => `${code} ${rate}`).join('\n'),
})

const LINE = /^\s*([A-Za-z]{3})\s+(\d+(?:[.,]\d+)?)\s*$/

/** Undefined: a line is invalid. */
function ratesIn(text: string): Policy['rates'] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const rates = lines.flatMap((line) => {
    const [, code, rate] = LINE.exec(line) ?? []
    if (code === undefined || rate === undefined) return []
    return [{ currency: code.toUpperCase(), rate: rate.replace(',', '.') }]
  })
  return rates.length === lines.length ? rates : undefined
}

/** `undefined` if some input is invalid. */
export function readPolicy(values: Values) {
  const { currency = '', exposure_max: most = '', rates: lines = '' } = values
  const amount = most.trim() === '' ? null : parseAmount(most)
  const rates = ratesIn(lines)
  return { currency: currency.trim().toUpperCase(), amount, rates }
}

/** Undefined: incomplete. */
export function wishOf({ version }: Policy, values: Values) {
  const { currency, amount, rates } = readPolicy(values)
  if (amount === undefined || rates === undefined) return undefined
  return { version, exposure_max: amount, rates, ...(currency === '' ? {} : { currency }) }
}
