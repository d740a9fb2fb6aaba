import { findPolicy } from '../../checkout/exposure/store.ts'
import { nextPolicy, type PolicyWish, standardPolicy } from '../../model/exposure/rules.ts'
import type { Clocks, LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { judgeAgain } from './replaying.ts'
import { replayed, type Tally, tallyOf } from './rules.ts'

export type Replay = Tally & { readonly since: Date; readonly complete: boolean }

/**
 * Judges the decisions of the last 30 days in the requested mode again, by the policy wished for.
 */
export async function replayPolicy(
  { database, clocks }: Reading & { readonly clocks: Pick<Clocks, 'real'> },
  { sandbox }: LenderCaller,
  wish: PolicyWish,
): Promise<Replay> {
  const policy = nextPolicy((await findPolicy(database)) ?? standardPolicy(''), wish)
  const scope = { sandbox, now: clocks.real.now() }
  const { all, since, complete } = await judgeAgain(database, scope, replayed(policy))
  return { ...tallyOf(all), since, complete }
}
