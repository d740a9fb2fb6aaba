import type { DecisionOutcome, ReplayOutcome } from '@svc/api'
import { listPolicies } from '../../checkout/exposure/store.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { judgeAgain } from '../exposure/replaying.ts'
import { type ProductRates, ratesOf } from './annual-rates.ts'
import { outcomeUnderTerms, type TermsTrial } from './replay-rules.ts'

const EXAMPLES_MAX = 20

type Change = { readonly from: DecisionOutcome; readonly to: ReplayOutcome }

type TermsReplay = {
  readonly decisions: number
  readonly changed: readonly (Change & { readonly count: number })[]
  /** The newest of those that would have become otherwise. */
  readonly examples: readonly (Change & { readonly id: string })[]
  readonly since: Date
  readonly complete: boolean
}

/** What a dry run says beside the terms: whom they would have turned away, and what they cost. */
export type TermsTried = {
  readonly replay: TermsReplay
  readonly annualRates: readonly ProductRates[]
}

type Trying = Omit<TermsTrial, 'policies'> & { readonly at: Date }

/** Tries new terms on a store's decisions; the rates are those of plans that begin today. */
export async function tryTerms(
  places: Places,
  key: StreamKey,
  { at, ...trial }: Trying,
): Promise<TermsTried> {
  const on = dayOf(at, trial.timeZone)
  const annualRates = await ratesOf(trial.after.products, on)
  return { replay: await replayTerms(places, key, trial), annualRates }
}

/** Judges the decisions of a store's last 30 days, by its own time, again. */
async function replayTerms(
  { database, clocks }: Places,
  key: StreamKey,
  trial: Omit<TermsTrial, 'policies'>,
): Promise<TermsReplay> {
  const policies = new Map((await listPolicies(database)).map((each) => [each.version, each]))
  const now = (await clocks.of(key)).now()
  const again = outcomeUnderTerms({ ...trial, policies })
  const { all, since, complete } = await judgeAgain(database, { ...key, now }, (decision) => ({
    ...{ id: decision.id, from: decision.outcome, to: again(decision) },
  }))
  const others = all.filter(({ from, to }) => from !== to)
  const kinds = Map.groupBy(others, ({ from, to }) => `${from} ${to}`)
  const changed = [...kinds.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ from: first.from, to: first.to, count: 1 + more.length }],
  )
  const examples = others.slice(0, EXAMPLES_MAX)
  return { decisions: all.length, changed, examples, since, complete }
}
