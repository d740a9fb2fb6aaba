import type { Answered as AnswerOf, TermsPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { nameOf, type Values } from '../../client/unanswered.ts'
import { Field } from '../../parts/form.tsx'
import { amountText } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { Answered } from '../../parts/states.tsx'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import { RateTables } from './rates.tsx'

type Versions = AnswerOf<typeof TermsPage>
type Products = Versions['results'][number]['products']

/** All have two decimals: amounts, and rates in percent. */
const PRICES = ['nominal_rate', 'fee_rate', 'min_amount', 'max_amount'] as const

type PricePanelProps = {
  readonly storeId: string
  readonly currency: string
  readonly onClose: () => void
}

/** From now on; what a buyer would pay by the year is seen before it is sent. */
export function PricePanel({ storeId, currency, onClose }: PricePanelProps) {
  const path = `/lender/stores/${storeId}/terms`
  const known = useAnswer<Versions>(`${path}?state=in_force`)
  const title = th.terms.prices
  return (
    <Answered known={known} lines={12}>
      {({ results: [{ version, products } = NONE] }) => (
        <WishPanel
          {...{ title, path, currency, onClose }}
          name={nameOf('prices', storeId)}
          code="routine"
          incomplete={th.terms.incomplete}
          wish={(values) => {
            const wanted = productsIn(values, products)
            return wanted && { version, products: wanted }
          }}
          sentence={() => title}
          fields={(values) => products.map((each, at) => <Prices {...{ values, each, at }} />)}
          more={({ annual_rates: rates }) => rates && <RateTables products={rates.products} />}
        />
      )}
    </Answered>
  )
}

const NONE: Pick<Versions['results'][number], 'version' | 'products'> = { version: 1, products: [] }

type PricesProps = {
  readonly values: Values
  readonly each: Products[number]
  readonly at: number
}

const Prices = ({ values, each, at }: PricesProps) => (
  <fieldset class="form" key={at}>
    <legend class="soft">{`${word(each.type)} · ${each.currency}`}</legend>
    <div class="pair">
      {PRICES.map((price) => {
        const name = `${at} ${price}`
        const defaultValue = values[name] ?? amountText(each[price])
        return (
          <Field
            key={name}
            label={word(price) + (price.endsWith('rate') ? ' (%)' : '')}
            input={{ name, defaultValue, required: true, autocomplete: 'off' }}
          />
        )
      })}
    </div>
  </fieldset>
)

/** Undefined: one of them is no number. */
function productsIn(values: Values, products: Products): object[] | undefined {
  const wanted = products.map((product, at) => {
    const read = PRICES.map((price) => {
      const text = values[`${at} ${price}`]
      return [price, text === undefined ? product[price] : parseAmount(text)] as const
    })
    return (
      read.every(([, price]) => price !== undefined) && { ...product, ...Object.fromEntries(read) }
    )
  })
  return wanted.every((each) => each !== false) ? wanted : undefined
}
