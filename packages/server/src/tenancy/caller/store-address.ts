import { checkUrl, inMode } from '../../platform/network/address-guard.ts'
import type { Caller } from './context.ts'
import type { Service } from './service.ts'

/** Why nothing may be sent to an address of a store, as what must not be of it. */
export function storeAddressFault(
  url: string,
  { allow }: Pick<Service, 'allow'>,
  caller: Pick<Caller, 'sandbox'>,
): string | undefined {
  return checkUrl(url, inMode(allow, caller))
}
