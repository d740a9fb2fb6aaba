/** The plan of a run, by its seed: a store, and steps each with randomness of its own. */
import type { ModelSettings, ModelTerms } from './model/offer.ts'
import { createRandom, type Random } from './random.ts'

/** Each step has its own randomness, so that one can be left out without changing the others. */
export type Step = {
  readonly number: number
  readonly kind: StepKind
  /** Since the previous step. */
  readonly gap: number
  readonly seed: number
}

const weights = {
  checkout: 4,
  capture: 26,
  void: 6,
  refund: 8,
  captureRefund: 9,
  edit: 5,
  cancel: 1,
  campaign: 4,
  settings: 1.5,
  payout: 1,
  pay: 18,
  early: 4,
  recall: 3,
  withdraw: 2,
  chargeBack: 4,
  stranger: 1,
  wait: 2,
}
export type StepKind = keyof typeof weights

export type Plan = {
  readonly seed: number
  readonly start: number
  readonly zone: string
  readonly settings: ModelSettings
  readonly schedule: {
    readonly interval: 'daily' | 'weekly' | 'monthly' | 'manual'
    readonly weekday: 'monday' | 'friday' | null
    readonly day: number | null
    /** So long the lender looks at a payout before it is paid. */
    readonly hold_days: number
  }
  /** Nobody's card has money: what is owed becomes late, and comes by transfer. */
  readonly poor: boolean
  readonly steps: readonly Step[]
}

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
/** Each of these has peculiar clock changes. */
const zones = [
  'Europe/Madrid',
  'Europe/Madrid',
  'UTC',
  'America/New_York',
  'America/Santiago',
  'Asia/Kolkata',
  'Asia/Beirut',
  'Pacific/Auckland',
  'Atlantic/Azores',
  'Pacific/Kiritimati',
]

/** The initial steps. */
const beginning: Readonly<Record<number, StepKind>> = {
  1: 'campaign',
  2: 'checkout',
  4: 'checkout',
}

export function planOf(seed: number, months: number): Plan {
  const random = createRandom(seed, 1)
  const start = Date.UTC(2026, 0, 1) + random.between(0, 4 * 365 * 24 * 3600) * SECOND
  const steps: Step[] = []
  let at = 0
  while (at < months * 30.4 * DAY && steps.length < 400) {
    const gap = steps.length === 0 ? 0 : gapOf(random)
    at += gap
    const number = steps.length + 1
    const kind = beginning[number] ?? random.weighted(weights)
    const seedOfStep = random.between(0, 0xffff_ffff)
    steps.push({ number, kind, gap, seed: seedOfStep })
  }
  return {
    ...{ seed, start, steps },
    zone: random.pick(zones),
    settings: settingsOf(random),
    schedule: scheduleOf(random),
    poor: createRandom(seed, 6).chance(0.4),
  }
}

function gapOf(random: Random): number {
  const kind = random.weighted({ none: 3, short: 5, days: 10, weeks: 9 })
  if (kind === 'none') return 0
  if (kind === 'short') return random.between(1, 12 * 3600) * SECOND
  if (kind === 'days') return random.between(12, 14 * 24) * HOUR + random.between(0, 3_600_000)
  return random.between(14, 60) * DAY + random.between(0, DAY)
}

export function settingsOf(random: Random): ModelSettings {
  return {
    products: productsOf(random),
    capture_policy: random.chance(0.15) ? 'full' : 'partial',
    capture_within: random.chance(0.3) ? random.between(1, 120) : null,
    refund_spread: random.pick(['spread', 'last', 'next']),
    fees_on_refund: random.pick(['return', 'keep']),
    confirmation_timeout: random.pick([1, 60, 120, 2880]),
    collection: collectionOf(random),
  }
}

function collectionOf(random: Random): ModelSettings['collection'] {
  const retries = [1, 2, 5, 10, 20].filter(() => random.chance(0.5))
  return {
    retry_days: retries,
    late_after_days: random.pick([1, 3, 3, 10]),
    write_off_after_days: random.pick([30, 60, 180]),
  }
}

function productsOf(random: Random): ModelTerms[] {
  const currencies = random.chance(0.2) ? ['EUR', 'USD'] : ['EUR']
  return currencies.flatMap((currency) => {
    const common = () => ({
      currency,
      min_amount: random.pick([1, 100, 5_000]),
      capture: random.chance(0.25) ? ('automatic' as const) : ('manual' as const),
      capture_within: random.chance(0.2) ? random.between(1, 60) : null,
      fee_rate: random.pick([0, 100, 275, 1_999, 10_000]),
      fee_fixed: random.pick([0, 0, 30, 99, 1_000]),
      opening_fee_rate: random.pick([0, 0, 50, 150, 333]),
      opening_fee_fixed: random.pick([0, 0, 0, 100, 999]),
      late_charge: random.pick([0, 0, 500, 1_234]),
      downpayment_rate: 0,
    })
    const usual = [1, 2, 3, 6, 9, 12, 18, 24].filter(() => random.chance(0.3))
    const counts = random.chance(0.1) ? [...usual, random.pick([36, 48, 60])] : usual
    return [
      {
        ...common(),
        type: 'instalments' as const,
        downpayment_rate: random.pick([0, 0, 1_000, 2_500, 9_999]),
        max_amount: random.pick([1_000_000, 100_000_000]),
        num_instalments: counts.length === 0 ? [12] : counts,
        nominal_rate: random.pick([0, 1, 499, 824, 1_200, 2_199, 10_000]),
        term_days: null,
      },
      {
        ...common(),
        type: 'pay_in_4' as const,
        max_amount: 20_000_000,
        num_instalments: [4],
        nominal_rate: 0,
        term_days: random.pick([7, 14, 30, 30]),
      },
      {
        ...common(),
        type: 'pay_later' as const,
        max_amount: 20_000_000,
        num_instalments: [1],
        nominal_rate: 0,
        term_days: random.pick([1, 15, 15, 30, 60]),
      },
    ]
  })
}

function scheduleOf(random: Random): Plan['schedule'] {
  const interval = random.weighted({ daily: 0.05, weekly: 1, monthly: 6, manual: 1 })
  return {
    interval,
    weekday: interval === 'weekly' ? random.pick(['monday', 'friday']) : null,
    day: interval === 'monthly' ? random.pick([1, 15, 29, 30, 31]) : null,
    hold_days: random.pick([0, 2, 20]),
  }
}
