import { assert } from '../../platform/refusal.ts'
import type { Chain } from '../../tenancy/actions/chain.ts'
import { listChains } from '../../tenancy/actions/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'

/** The end of the chain of the caller's mode. */
export async function getHead(
  { database }: Reading,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
): Promise<Chain> {
  const mode = sandbox ? 'sandbox' : 'live'
  const chain = (await listChains(database)).find((each) => each.mode === mode)
  assert(chain !== undefined, `there is no chain of ${mode} actions`)
  return chain
}
