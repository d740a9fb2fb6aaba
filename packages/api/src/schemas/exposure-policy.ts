/** What a person may owe over all stores, and what currencies are worth (decision 0139). */
import { limits } from '../limits.ts'
import { closed, count, flag, moment, nullable, pageOf, words } from './answers.ts'
import { Amount, about, optional, type Static, Type, withoutDefault } from './common.ts'
import { DecisionAnswer } from './decision-answers.ts'
import { Reason } from './reasons.ts'

const version = () =>
  about('The one that was read.', Type.Integer({ minimum: 0, maximum: 1_000_000 }))
const Code = () => Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })
const Rate = () =>
  Type.String({
    pattern: '^(0|[1-9][0-9]{0,6})([.][0-9]{1,6})?$',
    description: 'What one unit of it is worth in `currency`: 0.92.',
  })
const Rates = () =>
  about(
    'All of them: one that is left out is gone, and nothing is lent across stores in it.',
    Type.Array(Type.Object({ currency: Code(), rate: Rate() }), { maxItems: limits.ratesMax }),
  )

/** Body of `PATCH /lender/exposure-policy`: what is absent stays. */
export const ExposurePolicyBody = Type.Object(
  {
    version: version(),
    currency: withoutDefault(
      about('In which amounts are added. Rates of another one are not those of this one.', Code()),
    ),
    exposure_max: optional(
      about('What a person may owe, in minor units; null: as each store.', Amount()),
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
    since: moment('From when on decisions were judged again'),
    decisions: count('How many were.'),
    changed: Type.Array(
      closed({ from: outcome, to: outcome, count: count('How many decisions.') }),
      { description: 'What would have become of them otherwise.' },
    ),
    unknown: count('How many could not be: what was owed in each currency was not stored yet.'),
    complete: flag('Whether these are all of 30 days; else the newest of them.'),
  },
  {
    $id: 'PolicyReplay',
    description: 'Of a dry run: decisions of the mode, judged again with what was known then.',
  },
)

const rates = Type.Array(closed({ currency: Code(), rate: Rate() }), {
  description: 'Of other currencies; one that is not here cannot be added.',
})
const policy = {
  version: count('Of both together; 0: nothing was ever set. Decisions name it.'),
  currency: nullable(words('In which amounts are added, ISO 4217; null: in that of each order.')),
}
const replay = Type.Optional(Replay)

export const ExposurePolicyAnswer = closed(
  {
    ...policy,
    exposure_max: nullable(Type.Integer({ minimum: 0 }), {
      description: 'What a person may owe, in minor units; null: as each store.',
    }),
    ...{ rates, replay },
  },
  { $id: 'ExposurePolicy', description: 'What a person may owe over all stores.' },
)

export const ExchangeRatesAnswer = closed(
  { ...policy, rates, replay },
  { $id: 'ExchangeRates', description: 'What a unit of other currencies is worth.' },
)

const created = moment('When it was set')
export const ExposurePolicyVersions = pageOf(
  closed(
    { ...policy, exposure_max: ExposurePolicyAnswer.properties.exposure_max, rates, created },
    { $id: 'ExposurePolicyVersion', description: 'What a person might owe over all stores.' },
  ),
  'ExposurePolicyVersions',
)
export const ExchangeRatesVersions = pageOf(
  closed(
    { ...policy, rates, created },
    { $id: 'ExchangeRatesVersion', description: 'What a unit of other currencies was worth.' },
  ),
  'ExchangeRatesVersions',
)
