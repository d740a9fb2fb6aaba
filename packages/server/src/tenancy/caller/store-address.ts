import { checkUrl, inMode } from '../../platform/network/address-guard.ts'
import type { Caller } from './context.ts'
import type { Service } from './service.ts'

/** The reason why nothing may be sent to a store's address. */
export function storeAddressFault(
  url: string,
  { allow }: Pick<Service, 'allow'>,
  caller: Pick<Caller, 'sandbox'>,
): string | undefined {
  return checkUrl(url, inMode(allow, caller))
}
