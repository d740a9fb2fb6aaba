import type { Answered, ExchangeRatesAnswer, ExposurePolicyAnswer } from '@svc/api'
import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { rateText } from '../../model/exposure/rules.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Replay } from './replay-policy.ts'

/** `replay`: of a dry run. */
export function exposurePolicyView(
  policy: ExposurePolicy,
  replay?: Replay,
): Answered<typeof ExposurePolicyAnswer> {
  const { version, currency, rates, ...more } = ratesView(policy, replay)
  return { version, currency, exposure_max: policy.exposureMax, rates, ...more }
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
