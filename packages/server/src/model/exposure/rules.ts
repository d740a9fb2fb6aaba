/** What a person owes over all stores, added up in one currency (record 0115). Pure. */
import { add, type Cents, convertUp, ZERO } from '@svc/api'
import type { Exposure, ExposurePolicy, PersonPast } from './exposure.ts'

const WHOLE = 1_000_000
/** A unit is worth at most so many units of another currency. */
const RATE_MAX = 1_000_000 * WHOLE
const RATES_MAX = 200

type Signed = {
  readonly amount: Cents
  readonly currency: string
  /** What the store allows: it counts while the lender has set no limit. */
  readonly openAmountMax: Cents
}

/** Where nobody has set a policy, amounts are added in the order's own currency. */
export const standardPolicy = (currency: string): ExposurePolicy => ({
  ...{ version: 0, currency, exposureMax: null, rates: {} },
})

export function exposureOf(
  { owed, ...past }: PersonPast,
  policy: ExposurePolicy,
  { amount, currency, openAmountMax }: Signed,
): Exposure {
  const inPolicy = converter(policy)
  const sum = (amounts: readonly (Cents | null)[]): Cents | null => {
    const known = amounts.filter((each) => each !== null)
    return known.length < amounts.length ? null : add(ZERO, ...known)
  }
  const sumOf = (name: 'open_amount' | 'written_off_amount') =>
    sum(owed.map((each) => inPolicy(each[name], each.currency)))
  return {
    policy_version: policy.version,
    currency: policy.currency,
    amount: inPolicy(amount, currency),
    open_amount: sumOf('open_amount'),
    written_off_amount: sumOf('written_off_amount'),
    exposure_max: policy.exposureMax ?? (past.elsewhere ? inPolicy(openAmountMax, currency) : null),
    ...past,
  }
}

/** Rounded up: what is owed is never counted for less. Nothing is nothing in every currency. */
function converter({ currency: own, rates }: ExposurePolicy) {
  return (amount: Cents, currency: string): Cents | null => {
    if (currency === own || amount === ZERO) return amount
    const rate = rates[currency]
    return rate === undefined ? null : convertUp(amount, BigInt(rate), BigInt(WHOLE))
  }
}

/** A rate has so many digits behind its point. */
const DIGITS = 6
const RATE = /^(0|[1-9][0-9]{0,6})(?:\.([0-9]{1,6}))?$/

/** Reads `USD=0.92,GBP=1.165`; undefined where it is no such list, or names `currency` itself. */
export function readRates(text: string, currency: string): ExposurePolicy['rates'] | undefined {
  const rates = new Map<string, number>()
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, code, value = ''] = /^([A-Z]{3})=(.+)$/.exec(part.trim()) ?? []
    const rate = millionths(value)
    const isNew = code !== undefined && code !== currency && !rates.has(code)
    if (!isNew || rate < 1 || rate > RATE_MAX || rates.size === RATES_MAX) return undefined
    rates.set(code, rate)
  }
  return Object.fromEntries(rates)
}

/** 0: it is no rate. */
function millionths(text: string): number {
  const [, whole = '0', fraction = ''] = RATE.exec(text) ?? []
  return Number(whole + fraction.padEnd(DIGITS, '0'))
}

/** As `readRates` reads it. */
export function rateText(rate: number): string {
  const digits = String(rate).padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}
