import { cents, type ExchangeRatesWish, type ExposurePolicyWish } from '@svc/api'
import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { type PolicyWish, rateIn } from '../../model/exposure/rules.ts'
import { Refused } from '../../platform/refusal.ts'

export function policyIn({ currency, exposure_max: most, rates }: ExposurePolicyWish): PolicyWish {
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(most === undefined ? {} : { exposureMax: most === null ? null : cents(most) }),
    ...(rates === undefined ? {} : { rates: ratesIn(rates ?? []) }),
  }
}

/** Refusals: `body_invalid`. */
export function ratesIn(rates: ExchangeRatesWish['rates']): ExposurePolicy['rates'] {
  const read = new Map<string, number>()
  const fields: Record<string, string[]> = {}
  for (const [index, { currency, rate: text }] of rates.entries()) {
    const rate = rateIn(text)
    if (rate === undefined) fields[`rates.${index}.rate`] = ['must be 0.000001 to 1000000']
    else if (read.has(currency)) fields[`rates.${index}.currency`] = ['must not be repeated']
    else read.set(currency, rate)
  }
  if (Object.keys(fields).length > 0) throw new Refused('body_invalid', { fields })
  return Object.fromEntries(read)
}
