/** The debt of a person across all stores, totalled in one currency (record 0115). Pure. */
import { add, type Cents, convertUp, limits, ZERO } from '@svc/api'
import type { Exposure, ExposurePolicy, PersonPast } from './exposure.ts'

const WHOLE = 1_000_000
/** The highest exchange rate. */
const RATE_MAX = 1_000_000 * WHOLE

type Signed = {
  readonly amount: Cents
  readonly currency: string
  /** The store's limit: it applies while the lender has set none. */
  readonly openAmountMax: Cents
}

/** Without a policy, amounts are totalled in the order's own currency. */
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
    owed,
    ...past,
  }
}

/** The changed members of a policy; absent ones stay. */
export type PolicyWish = Partial<Omit<ExposurePolicy, 'version'>>

/** The next version. Rates refer to one currency: a new one has none yet. */
export function nextPolicy(before: ExposurePolicy, wish: PolicyWish): ExposurePolicy {
  const { currency = before.currency } = wish
  const rates = currency === before.currency ? before.rates : {}
  return { ...before, rates, ...wish, version: before.version + 1 }
}

/** The faults of a request, by member. */
export function policyFaults(
  before: ExposurePolicy,
  { currency, exposureMax, rates }: PolicyWish,
): Record<string, string[]> {
  const of = currency ?? before.currency
  const isOther = currency !== undefined && before.version > 0 && currency !== before.currency
  return {
    ...(of === '' ? { currency: ['is required: none is set yet'] } : {}),
    ...(isOther && exposureMax === undefined
      ? { exposure_max: ['is required with another currency'] }
      : {}),
    ...(rates !== undefined && Object.hasOwn(rates, of)
      ? { rates: [`${of} is the currency that the others are added in`] }
      : {}),
  }
}

/** Rounded up, so that debt is never understated. Zero is zero in every currency. */
function converter({ currency: own, rates }: ExposurePolicy) {
  return (amount: Cents, currency: string): Cents | null => {
    if (currency === own || amount === ZERO) return amount
    const rate = rates[currency]
    return rate === undefined ? null : convertUp(amount, BigInt(rate), BigInt(WHOLE))
  }
}

/** The number of decimals of a rate. */
const DIGITS = 6
const RATE = /^(0|[1-9][0-9]{0,6})(?:\.([0-9]{1,6}))?$/

/** Parses `USD=0.92,GBP=1.165`; undefined if it is not such a list, or names `currency` itself. */
export function readRates(text: string, currency: string): ExposurePolicy['rates'] | undefined {
  const rates = new Map<string, number>()
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, code, value = ''] = /^([A-Z]{3})=(.+)$/.exec(part.trim()) ?? []
    const rate = rateIn(value)
    const isNew = code !== undefined && code !== currency && !rates.has(code)
    if (!isNew || rate === undefined || rates.size === limits.ratesMax) return undefined
    rates.set(code, rate)
  }
  return Object.fromEntries(rates)
}

/** In millionths; undefined: invalid. */
export function rateIn(text: string): number | undefined {
  const rate = millionths(text)
  return rate >= 1 && rate <= RATE_MAX ? rate : undefined
}

/** 0: invalid. */
function millionths(text: string): number {
  const [, whole = '0', fraction = ''] = RATE.exec(text) ?? []
  return Number(whole + fraction.padEnd(DIGITS, '0'))
}

/** In the form that `readRates` parses. */
export function rateText(rate: number): string {
  const digits = String(rate).padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}
