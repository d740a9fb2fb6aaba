/** The limit of a person across all stores, and exchange rates (decision 0139). */
import { limits } from '../limits.ts'
import { closed, count, flag, moment, nullable, pageOf, words } from './answers.ts'
import { Amount, about, optional, type Static, Type, withoutDefault } from './common.ts'
import { DecisionAnswer } from './decision-answers.ts'
import { Reason } from './reasons.ts'

const version = () =>
  about('The version that was read.', Type.Integer({ minimum: 0, maximum: 1_000_000 }))
const Code = () => Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })
const Rate = () =>
  Type.String({
    pattern: '^(0|[1-9][0-9]{0,6})([.][0-9]{1,6})?$',
    description: 'Value of one unit in `currency`, such as 0.92.',
  })
const Rates = () =>
  about(
    'The complete list of rates; a currency that is left out has no rate, and no credit ' +
      'is granted across stores in it.',
    Type.Array(Type.Object({ currency: Code(), rate: Rate() }), { maxItems: limits.ratesMax }),
  )

/** Body of `PATCH /lender/exposure-policy`: absent members stay. */
export const ExposurePolicyBody = Type.Object(
  {
    version: version(),
    currency: withoutDefault(
      about('Currency in which amounts are added up. Changing it requires new rates.', Code()),
    ),
    exposure_max: optional(
      about(
        'Maximum that a person may owe, in minor units; null: the limit of each store applies.',
        Amount(),
      ),
    ),
    rates: optional(Rates()),
    reason: Reason(),
  },
  { 'x-patch': true },
)

/** Body of `PATCH /lender/exchange-rates`. */
export const ExchangeRatesBody = Type.Object({
  version: version(),
  rates: Rates(),
  reason: Reason(),
})

export type ExchangeRatesWish = Static<typeof ExchangeRatesBody>
/** Null: no limit but each store’s, and no rates. */
export type ExposurePolicyWish = Pick<Static<typeof ExposurePolicyBody>, 'currency'> & {
  readonly exposure_max?: number | null
  readonly rates?: ExchangeRatesWish['rates'] | null
}

const { outcome } = DecisionAnswer.properties
const Replay = closed(
  {
    since: moment('Start of the evaluated period'),
    decisions: count('Number of re-evaluated decisions.'),
    changed: Type.Array(
      closed({ from: outcome, to: outcome, count: count('Number of decisions.') }),
      { description: 'Outcomes under the changed rules, next to the original ones.' },
    ),
    unknown: count(
      'Number of decisions that could not be re-evaluated, because their amounts ' +
        'by currency are not stored.',
    ),
    complete: flag('Whether all decisions of 30 days were evaluated; otherwise only the newest.'),
  },
  {
    $id: 'PolicyReplay',
    description: 'For a dry run: decisions of the mode, re-evaluated with their original inputs.',
  },
)

const rates = Type.Array(closed({ currency: Code(), rate: Rate() }), {
  description: 'Rates of other currencies; amounts without a rate cannot be added.',
})
const policy = {
  version: count(
    'Version of policy and rates together; 0 if nothing was ever set. Decisions name it.',
  ),
  currency: nullable(
    words('Currency in which amounts are added up, ISO 4217; null: that of each order.'),
  ),
}
const replay = Type.Optional(Replay)

export const ExposurePolicyAnswer = closed(
  {
    ...policy,
    exposure_max: nullable(Type.Integer({ minimum: 0 }), {
      description:
        'Maximum that a person may owe, in minor units; null: the limit of each store applies.',
    }),
    ...{ rates, replay },
  },
  {
    $id: 'ExposurePolicy',
    description: 'The exposure policy: what a person may owe across all stores.',
  },
)

export const ExchangeRatesAnswer = closed(
  { ...policy, rates, replay },
  { $id: 'ExchangeRates', description: 'The exchange rates.' },
)

const created = moment('Creation time')
export const ExposurePolicyVersions = pageOf(
  closed(
    { ...policy, exposure_max: ExposurePolicyAnswer.properties.exposure_max, rates, created },
    { $id: 'ExposurePolicyVersion', description: 'A version of the exposure policy.' },
  ),
  'ExposurePolicyVersions',
)
export const ExchangeRatesVersions = pageOf(
  closed(
    { ...policy, rates, created },
    { $id: 'ExchangeRatesVersion', description: 'A version of the exchange rates.' },
  ),
  'ExchangeRatesVersions',
)
