import type { Answered as AnswerOf, TermsPage } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { nameOf, type Values } from '../../client/unanswered.ts'
import { Field } from '../../parts/form.tsx'
import { amountText, dayAndTime } from '../../parts/format.ts'
import { parseAmount } from '../../parts/list/amounts.ts'
import { WishPanel } from '../../parts/money/wish-panel.tsx'
import { Answered } from '../../parts/states.tsx'
import { th } from '../../texts/house.ts'
import { word } from '../../texts/texts.ts'
import { RateTables } from './rates.tsx'

type Versions = AnswerOf<typeof TermsPage>

/** All have two decimals: amounts, and rates in percent. */
const PRICES = [
  ...(['nominal_rate', 'fee_rate', 'fee_fixed'] as const),
  ...(['opening_fee_rate', 'opening_fee_fixed', 'min_amount', 'max_amount'] as const),
] as const

type PricePanelProps = {
  readonly storeId: string
  readonly currency: string
  readonly onClose: () => void
}

/** From now or from a moment on; what a buyer would pay by the year is seen before it is sent. */
export function PricePanel({ storeId, currency, onClose }: PricePanelProps) {
  const path = `/lender/stores/${storeId}/terms`
  const query = 'state-in=coming%2Cin_force&ordering=-effective_from&page_size=100'
  const known = useAnswer<Versions>(`${path}?${query}`)
  const title = th.terms.prices
  return (
    <Answered known={known} lines={12}>
      {({ results }) => (
        <WishPanel
          {...{ title, path, currency, onClose }}
          name={nameOf('prices', storeId)}
          code="routine"
          incomplete={th.terms.incomplete}
          wish={(values) => {
            const basis = basisAt(results, values)
            const products = productsIn(values, basis)
            const start = startIn(values)
            const since = start === undefined ? {} : { effective_from: start }
            return products && { version: basis.version, ...since, products }
          }}
          sentence={(values) => {
            const start = startIn(values)
            return start === undefined ? title : `${title}: ${dayAndTime(start)}`
          }}
          fields={(values) => {
            const basis = basisAt(results, values)
            return (
              <>
                <Field
                  label={word('effective_from')}
                  hint={th.terms.startMore}
                  input={{ name: START, type: 'datetime-local', defaultValue: values[START] }}
                />
                {basis.products.map((_, at) => (
                  <Prices {...{ values, basis, at }} key={nameIn(basis, at)} />
                ))}
              </>
            )
          }}
          more={({ annual_rates: rates }) => rates && <RateTables products={rates.products} />}
        />
      )}
    </Answered>
  )
}

const START = 'effective_from'

/** In UTC; undefined: at once. */
function startIn(values: Values): string | undefined {
  const start = new Date(values[START] ?? '')
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString()
}

type Basis = Pick<Versions['results'][number], 'version' | 'products'>
const NONE: Basis = { version: 1, products: [] }

/** What is in force when it begins: a change is one of those terms. The newest come first. */
function basisAt(results: Versions['results'], values: Values): Basis {
  const start = startIn(values)
  const before = results.find(({ state, effective_from: from }) =>
    start === undefined ? state === 'in_force' : Date.parse(from) <= Date.parse(start),
  )
  return before ?? results.at(-1) ?? NONE
}

/** Terms that begin later have prices of their own. */
const nameIn = ({ version }: Basis, at: number): string => `${version} ${at}`

type PricesProps = { readonly values: Values; readonly basis: Basis; readonly at: number }

function Prices({ values, basis, at }: PricesProps) {
  const product = basis.products[at]
  if (product === undefined) return null
  return (
    <fieldset class="form">
      <legend class="soft">{`${word(product.type)} · ${product.currency}`}</legend>
      <div class="pair">
        {PRICES.map((price) => {
          const name = `${nameIn(basis, at)} ${price}`
          const defaultValue = values[name] ?? amountText(product[price])
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
}

/** Undefined: one of them is no number. */
function productsIn(values: Values, basis: Basis): object[] | undefined {
  const wanted = basis.products.map((product, at) => {
    const read = PRICES.map((price) => {
      const text = values[`${nameIn(basis, at)} ${price}`]
      return [price, text === undefined ? product[price] : parseAmount(text)] as const
    })
    return (
      read.every(([, price]) => price !== undefined) && { ...product, ...Object.fromEntries(read) }
    )
  })
  return wanted.every((each) => each !== false) ? wanted : undefined
}
