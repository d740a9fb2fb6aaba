import type { ExposurePolicy } from '../../model/exposure/exposure.ts'
import { rateText } from '../../model/exposure/rules.ts'

/** As the command line shows it; version 0: nobody has set one, each store's own limit counts. */
export function policyView({ version, currency, exposureMax, rates }: ExposurePolicy): object {
  const texts = Object.entries(rates).map(([code, rate]) => [code, rateText(rate)])
  return { version, currency, exposure_max: exposureMax, rates: Object.fromEntries(texts) }
}
