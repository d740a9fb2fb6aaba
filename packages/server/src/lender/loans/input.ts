import type { LenderEarlyRepayment, LenderPayment } from '@svc/api'
import type { ArrivalInput } from '../../credit/loans/by-hand.ts'
import type { Providers } from '../../credit/payments/provider.ts'
import { Refused } from '../../platform/refusal.ts'
import { type Day, day } from '../../platform/time/calendar.ts'
import type { Service } from '../../tenancy/caller/service.ts'

/** With who moves the buyers' money. */
export type PayingService = Service & { readonly providers: Providers }

export function arrivalInput({
  method,
  reference,
  value_date: date,
}: Pick<LenderPayment, 'method' | 'reference' | 'value_date'>): ArrivalInput {
  return { method, reference, valueOn: date === undefined ? undefined : day(date) }
}

/** The details of the money of an early repayment: all of them or none. */
export function completeArrivalInput(body: LenderEarlyRepayment): ArrivalInput | undefined {
  const { method, reference, value_date: date } = body
  if (method !== undefined && reference !== undefined) {
    return arrivalInput({ ...body, method, reference })
  }
  if (method === undefined && reference === undefined && date === undefined) return undefined
  const missing = Object.entries({ method, reference }).filter(([, value]) => value === undefined)
  const fields = missing.map(([name]) => [name, [`${name} is required`]])
  throw new Refused('body_invalid', { fields: Object.fromEntries(fields) })
}

export const promisedDay = (text: string): Day => day(text)
