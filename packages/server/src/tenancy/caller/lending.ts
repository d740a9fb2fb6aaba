import type { Caller } from './context.ts'
import type { Service } from './service.ts'

/**
 * Whether the store lends in its mode: it could be paid, and the lender takes new credit from it,
 * as it is remembered: for less than a second as it was.
 */
export function isLending({ demo }: Pick<Service, 'demo'>, { store, sandbox }: Caller): boolean {
  return (sandbox || demo) && !store.creditOff.includes(sandbox ? 'sandbox' : 'live')
}
