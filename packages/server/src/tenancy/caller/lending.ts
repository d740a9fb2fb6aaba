import type { Caller } from './context.ts'
import type { Service } from './service.ts'

/**
 * Whether the store lends in its mode: it could be paid, and the lender accepts new credit from it.
 * From a cache of less than a second.
 */
export function isLending({ demo }: Pick<Service, 'demo'>, { store, sandbox }: Caller): boolean {
  return (sandbox || demo) && !store.creditOff.includes(sandbox ? 'sandbox' : 'live')
}
