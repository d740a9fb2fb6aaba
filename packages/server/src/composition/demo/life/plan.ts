/**
 * The events of the demo's life, with their times: the same for each seed, counted back from the
 * moment it ends at. Pure: their results follow from the service's own rules.
 */
import type { DecisionReviewWish, Product } from '@svc/api'
import { LATE_PEOPLE, lifePeople, lifeStores } from './cast.ts'
import { createRandom, type Random } from './random.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export type Purchase = {
  readonly kind: 'buys'
  readonly person: number
  /** Of the store's goods. */
  readonly articles: readonly number[]
  readonly wish: { readonly product: Product; readonly num_instalments?: number }
  /** Number of the sandbox; absent: the one that is always good. */
  readonly card?: string
  /** How it goes where the identity is checked; absent: nobody has done it yet. */
  readonly check?: 'pass' | 'fail'
  readonly leaves?: boolean
}

export type Act =
  | Purchase
  | { readonly kind: 'ships'; readonly articles: readonly number[] }
  | { readonly kind: 'cancels' }
  | { readonly kind: 'takes back'; readonly articles: readonly number[] }
  | { readonly kind: 'pays'; readonly amount: number }
  | { readonly kind: 'notes'; readonly note: string }
  | { readonly kind: 'promises'; readonly amount: number; readonly inDays: number }
  | { readonly kind: 'reviews'; readonly review: DecisionReviewWish }
  | { readonly kind: 'blocks'; readonly person: number }
  | { readonly kind: 'listens'; readonly fails: boolean }
  | { readonly kind: 'is suspended' }

export type Step = {
  readonly at: number
  /** Place in `lifeStores`. */
  readonly store: number
  /** The store's name for the order; absent: about the store. */
  readonly mid: string
  readonly act: Act
}

/** Steps in their order, all of them before `end`. */
export function planOf(end: Date, seed = 20_261_126): readonly Step[] {
  const random = createRandom(seed)
  const steps = lifeStores.flatMap((_, store) => ordinary({ store, random, end: end.getTime() }))
  const all = [...steps, ...cases(end.getTime()), ...ofStores(end.getTime())]
  return all.filter(({ at }) => at < end.getTime()).sort((one, two) => one.at - two.at)
}

type Planning = { readonly store: number; readonly random: Random; readonly end: number }

/** People who pay, and stores that ship. */
function ordinary({ store, random, end }: Planning): Step[] {
  const of = lifeStores[store]
  if (of === undefined) return []
  const { days, orders, sells } = of
  const steps: Step[] = []
  for (let day = days - 1; day >= 0; day--) {
    if (random.between(1, 1_000) > orders) continue
    const at = end - day * DAY_MS - random.between(2, 11) * HOUR_MS
    const first = random.between(0, sells.length - 1)
    const second = random.between(0, 2) === 0 ? [random.between(2, sells.length - 1)] : []
    const articles = [first, ...second]
    const total = articles.reduce((sum, index) => sum + (sells[index]?.price ?? 0), 0)
    const person = random.between(0, NEW_PERSON - 1)
    const wish = wishOf(total, random)
    const leaves = random.between(1, 14) === 1
    const mid = midOf(store, day)
    const act = { kind: 'buys', person, articles, wish, check: 'pass', leaves } as const
    steps.push({ at, store, mid, act }, ...(leaves ? [] : after({ at, store, mid }, act, random)))
  }
  return steps
}

/** For those who pay the last one: they are new until today. */
const NEW_PERSON = lifePeople.length - LATE_PEOPLE - 1

const midOf = (store: number, day: number): string => `${lifeStores[store]?.prefix}-${1_000 - day}`

function wishOf(total: number, random: Random): Purchase['wish'] {
  const wishes: [Purchase['wish'], ...Purchase['wish'][]] = [
    { product: 'instalments', num_instalments: random.pick([3, 6, 9, 12]) },
  ]
  if (total <= 200_000) wishes.push({ product: 'pay_in_4' })
  if (total <= 100_000) wishes.push({ product: 'pay_later' })
  return random.pick(wishes)
}

function after(of: Omit<Step, 'act'>, { articles }: Purchase, random: Random): Step[] {
  const shipped = of.at + random.between(20, 90) * HOUR_MS
  const chance = random.between(1, 100)
  if (chance <= 6) return [{ ...of, at: shipped, act: { kind: 'cancels' } }]
  const sent = chance <= 16 ? articles.slice(0, 1) : articles
  const ships: Step = { ...of, at: shipped, act: { kind: 'ships', articles: sent } }
  if (chance < 88) return [ships]
  const back = shipped + random.between(6, 18) * DAY_MS
  return [ships, { ...of, at: back, act: { kind: 'takes back', articles: articles.slice(-1) } }]
}

const NO_FUNDS = '4000 0000 0000 9995'
const NO_FUNDS_AT_SECOND = '4000 0000 0000 2008'
const TAKEN_BACK = '4000 0000 0015 0005'

type Case = {
  readonly day: number
  readonly store: number
  /** For those who do not pay. */
  readonly person: number
  readonly articles: readonly number[]
  readonly wish: Purchase['wish']
  readonly card: string
  /** The act on it, and the number of days before the end. */
  readonly later?: readonly (readonly [day: number, act: Act])[]
}

const pays3 = { product: 'instalments', num_instalments: 3 } as const
const pays6 = { product: 'instalments', num_instalments: 6 } as const
const pays9 = { product: 'instalments', num_instalments: 9 } as const
const paysLater = { product: 'pay_later' } as const
const note = (text: string) => ({ kind: 'notes', note: text }) as const
const promise = (amount: number, inDays: number) => ({ kind: 'promises', amount, inDays }) as const

/** Late in each bucket, written off, taken back, promised and not paid. */
const CASES: readonly Case[] = [
  {
    ...{ day: 33.2, store: 0, person: 0, articles: [0], wish: paysLater, card: NO_FUNDS },
    later: [
      [5, note('No contesta: queda un mensaje en su buzón.')],
      [4, promise(42_900, 4)],
    ],
  },
  {
    ...{ day: 40.3, store: 1, person: 1, articles: [1], wish: pays3, card: NO_FUNDS },
    later: [
      [8, note('Acaba de cambiar de trabajo y cobra a final de mes.')],
      [7, promise(22_000, 4)],
    ],
  },
  {
    ...{ day: 75.4, store: 1, person: 2, articles: [0], wish: pays6, card: NO_FUNDS },
    later: [
      [40, note('Dice que su banco ha bloqueado la tarjeta.')],
      [39, promise(20_000, 10)],
      [20, { kind: 'pays', amount: 6_000 }],
      [9, promise(15_000, 12)],
    ],
  },
  { day: 62.2, store: 0, person: 3, articles: [2, 3], wish: paysLater, card: NO_FUNDS },
  {
    ...{ day: 105.6, store: 2, person: 4, articles: [1], wish: pays6, card: NO_FUNDS },
    later: [[30, note('El número de teléfono ya no existe.')]],
  },
  {
    ...{ day: 145.5, store: 1, person: 5, articles: [0, 4], wish: pays9, card: NO_FUNDS },
    later: [
      [90, promise(30_000, 7)],
      [60, note('Pide una carta con la deuda; enviada por correo.')],
    ],
  },
  { day: 226.3, store: 1, person: 6, articles: [2], wish: paysLater, card: NO_FUNDS },
  { day: 233.4, store: 0, person: 7, articles: [4], wish: pays3, card: NO_FUNDS },
  { day: 96.5, store: 2, person: 8, articles: [2], wish: pays6, card: NO_FUNDS_AT_SECOND },
  {
    ...{ day: 48.5, store: 3, person: 9, articles: [2], wish: pays3, card: TAKEN_BACK },
    later: [[12, { kind: 'blocks', person: lifePeople.length - 1 }]],
  },
]

/** People who owe and want to buy again; the last ones wait for a review. */
const AGAIN: readonly (readonly [number, number, number, DecisionReviewWish?])[] = [
  [26, 0, 6, { outcome: 'confirmed', note: 'Su deuda anterior se dio por perdida; se mantiene.' }],
  [15, 2, 3, { outcome: 'overturned', note: 'Debe poco y ha llamado para pagarlo.' }],
  [6, 3, 2, { outcome: 'confirmed', note: 'Debe dos plazos en otra tienda; se mantiene.' }],
  [2.2, 0, 4],
  [1.3, 2, 5],
  [0.4, 1, 1],
]

const caseMid = (store: number, index: number): string =>
  `${lifeStores[store]?.prefix}-2${String(index).padStart(3, '0')}`

/** The largest debt that nobody pays. */
export const LARGE_DEBT = { store: 1, mid: caseMid(1, 5) } as const

function cases(end: number): Step[] {
  const last = lifePeople.length - LATE_PEOPLE
  const timeOf = (day: number) => end - Math.round(day * DAY_MS)
  const bought = CASES.flatMap(({ day, store, person, later = [], ...bought }, index): Step[] => {
    const mid = caseMid(store, index)
    const of = { store, mid }
    return [
      {
        ...of,
        at: timeOf(day),
        act: { kind: 'buys', person: last + person, check: 'pass', ...bought },
      },
      { ...of, at: timeOf(day - 1), act: { kind: 'ships', articles: bought.articles } },
      ...later.map(([when, act]): Step => ({ ...of, at: timeOf(when), act })),
    ]
  })
  const again = AGAIN.flatMap(([day, store, person, review], index): Step[] => {
    const of = { store, mid: `${lifeStores[store]?.prefix}-3${String(index).padStart(3, '0')}` }
    const wish = { ...pays6, num_instalments: 6 }
    const act = { kind: 'buys', person: last + person, articles: [1], wish } as const
    const wanted: Step = { ...of, at: timeOf(day), act }
    if (review === undefined) return [wanted]
    return [wanted, { ...of, at: timeOf(day - 0.8), act: { kind: 'reviews', review } }]
  })
  return [...bought, ...again]
}

/** Events of the stores themselves, and an unchecked identity. */
function ofStores(end: number): Step[] {
  const expensive = { kind: 'buys', person: NEW_PERSON, articles: [0], wish: pays6 } as const
  return [
    { at: end - 40 * DAY_MS, store: 0, mid: '', act: { kind: 'listens', fails: false } },
    { at: end - 2 * DAY_MS, store: 2, mid: '', act: { kind: 'listens', fails: true } },
    { at: end - 5 * HOUR_MS, store: 2, mid: 'luna-4001', act: expensive },
    { at: end - 30 * HOUR_MS, store: 3, mid: '', act: { kind: 'is suspended' } },
  ]
}
