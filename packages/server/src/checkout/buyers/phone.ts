import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Phone } from './buyer.ts'

/**
 * A number without a country code is a Spanish one. Text that is not a number is stored as it is.
 */
export function readPhone(text: string): Phone {
  const read = parsePhoneNumberFromString(text, 'ES')
  if (read === undefined) return { country: null, number: text }
  return { country: read.country ?? null, number: read.nationalNumber }
}
