import type { Answered as AnswerOf, TermsRates } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { money, rate } from '../../parts/format.ts'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { NONE } from '../../parts/values.tsx'
import { word } from '../../texts/texts.ts'

type Rates = AnswerOf<typeof TermsRates>

/** What a version costs a buyer by the year: numbers of instalments down, amounts across. */
export function RatesOf({ path }: { path: string }) {
  const known = useAnswer<Rates>(path)
  return (
    <Answered known={known} lines={6}>
      {({ products }) => <RateTables products={products} />}
    </Answered>
  )
}

export const RateTables = ({ products }: Rates) => (
  <div class="stack">
    {products.map((each) => (
      <Product key={`${each.product} ${each.currency}`} {...each} />
    ))}
  </div>
)

function Product({ product, currency, amounts }: Rates['products'][number]) {
  const title = `${word(product)} · ${currency}`
  const counts = amounts[0]?.rates.map(({ num_instalments: count }) => count) ?? []
  return (
    <>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={counts}
        keyOf={(count) => count}
        cells={[
          { name: 'num_instalments', cell: (count) => count },
          ...amounts.map(({ amount, rates }) => ({
            ...{ name: money(amount, currency), isEnd: true },
            cell(count: number) {
              const { annual_equivalent: annual = null } =
                rates.find((each) => each.num_instalments === count) ?? {}
              return annual === null ? NONE : rate(annual)
            },
          })),
        ]}
      />
    </>
  )
}
