/** What products cost a buyer by the year, at some amounts, by number of payments. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cents } from '@svc/api'
import { offersFor } from '../../model/financing/offers.ts'
import type { ProductTerms } from '../../model/financing/terms.ts'
import type { Day } from '../../platform/time/calendar.ts'

type Plan = { readonly amount: number; readonly count: number; readonly on: Day }

/** In hundredths of a percent; null: nothing is offered there. */
export function annualRate(product: ProductTerms, { amount, count, on }: Plan): number | null {
  const { currency, type } = product
  const question = { amount: cents(amount), currency, product: type, on }
  const [offer] = offersFor([{ ...product, num_instalments: [count] }], question)
  return offer?.annual_equivalent ?? null
}

/** 1, 2, 5, 10 … of a currency's units, in minor units. */
const ROUND = [2, 3, 4, 5, 6, 7, 8, 9].flatMap((zeros) =>
  [1, 2, 5].map((digit) => digit * 10 ** zeros),
)
const BETWEEN = 4

/** The smallest amount, the largest, and round ones between them; wide apart if there are many. */
export function shownAmounts({
  min_amount: least,
  max_amount: most,
}: Pick<ProductTerms, 'min_amount' | 'max_amount'>): number[] {
  const between = ROUND.filter((each) => each > least && each < most).toReversed()
  const isWide = between.length >= 2 * BETWEEN
  const some = isWide ? between.filter((_, index) => index % 2 === 0) : between
  return [...new Set([least, ...some.slice(0, BETWEEN).toReversed(), most])]
}

export type ProductRates = {
  readonly product: ProductTerms['type']
  readonly currency: string
  readonly amounts: readonly {
    readonly amount: number
    readonly rates: readonly { readonly count: number; readonly annual: number | null }[]
  }[]
}

/**
 * Of plans that begin on a day, without campaigns. A hundred products with sixty counts each take
 * seconds: between two amounts other callers get their turn.
 */
export async function ratesOf(
  products: readonly ProductTerms[],
  on: Day,
): Promise<readonly ProductRates[]> {
  const all: ProductRates[] = []
  for (const product of products) {
    const { type, currency, num_instalments: counts } = product
    const sorted = counts.toSorted((a, b) => a - b)
    const amounts: ProductRates['amounts'][number][] = []
    for (const amount of shownAmounts(product)) {
      await nextTurn()
      const rates = sorted.map((count) => {
        return { count, annual: annualRate(product, { amount, count, on }) }
      })
      amounts.push({ amount, rates })
    }
    all.push({ product: type, currency, amounts })
  }
  return all
}
