import type { Caller } from '../context.ts'
import { checkUrl } from '../notifications/address-guard.ts'
import type { Service } from './service.ts'

/**
 * Why a store may not be told at an address, as what must not be of it: the guard's reasons, and in
 * live mode, but for the demo, anything but https. What is told names orders and people.
 */
export function toldAddressFault(
  url: string,
  { allow, demo }: Pick<Service, 'allow' | 'demo'>,
  { sandbox }: Pick<Caller, 'sandbox'>,
): string | undefined {
  const clear = !sandbox && !demo && !/^https:/i.test(url)
  return checkUrl(url, allow) ?? (clear ? 'must be https in live mode' : undefined)
}
