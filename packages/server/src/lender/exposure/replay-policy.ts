import { findPolicy } from '../../checkout/exposure/store.ts'
import { nextPolicy, type PolicyWish, standardPolicy } from '../../model/exposure/rules.ts'
import type { Clocks, LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Replayed, replayed, type Tally, tallyOf } from './rules.ts'
import { type JudgedRow, listJudged } from './store.ts'

const DAYS_MS = 30 * 24 * 3_600_000
/** More decisions, the older ones, are not judged again: the answer says so. */
const REPLAYED_MAX = 10_000
const PART = 500

export type Replay = Tally & { readonly since: Date; readonly complete: boolean }

/** Judges the decisions of the last 30 days in the mode asked again, by the policy wished for. */
export async function replayPolicy(
  { database, clocks }: Reading & { readonly clocks: Pick<Clocks, 'real'> },
  { sandbox }: LenderCaller,
  wish: PolicyWish,
): Promise<Replay> {
  const policy = nextPolicy((await findPolicy(database)) ?? standardPolicy(''), wish)
  const since = new Date(clocks.real.now().getTime() - DAYS_MS)
  const all: Replayed[] = []
  let last: JudgedRow | undefined
  for (let isOver = false; !isOver; ) {
    const limit = Math.min(PART, REPLAYED_MAX - all.length)
    const part = await listJudged(database, { sandbox, since, before: last, limit })
    all.push(...part.map(replayed(policy)))
    last = part.at(-1)
    isOver = part.length < limit || all.length === REPLAYED_MAX
  }
  const isCut = all.length === REPLAYED_MAX && last !== undefined
  return {
    ...tallyOf(all),
    since: isCut ? (last?.createdAt ?? since) : since,
    complete: !isCut,
  }
}
