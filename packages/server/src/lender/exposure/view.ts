import type {
  Answered,
  ExchangeRatesAnswer,
  ExchangeRatesVersions,
  ExposurePolicyAnswer,
  ExposurePolicyVersions,
} from '@svc/api'
import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { rateText } from '../../model/exposure/rules.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { PolicyVersion } from './list-store.ts'
import type { Replay } from './replay-policy.ts'

/** `replay`: of a dry run. */
export function exposurePolicyView(
  policy: ExposurePolicy,
  replay?: Replay,
): Answered<typeof ExposurePolicyAnswer> {
  const { version, currency, rates, ...more } = ratesView(policy, replay)
  return { version, currency, exposure_max: policy.exposureMax, rates, ...more }
}

export function policyVersionView({
  createdAt,
  ...policy
}: PolicyVersion): Answered<typeof ExposurePolicyVersions>['results'][number] {
  const { version, currency, exposure_max, rates } = exposurePolicyView(policy)
  return { version, currency, exposure_max, rates, created: utcMicros(createdAt) }
}

export function ratesVersionView({
  createdAt,
  ...policy
}: PolicyVersion): Answered<typeof ExchangeRatesVersions>['results'][number] {
  const { version, currency, rates } = ratesView(policy)
  return { version, currency, rates, created: utcMicros(createdAt) }
}

export function ratesView(
  { version, currency, rates }: ExposurePolicy,
  replay?: Replay,
): Answered<typeof ExchangeRatesAnswer> {
  return {
    version,
    currency: currency === '' ? null : currency,
    rates: Object.entries(rates)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([code, rate]) => ({ currency: code, rate: rateText(rate) })),
    ...(replay && { replay: { ...replay, since: utcMicros(replay.since) } }),
  }
}
