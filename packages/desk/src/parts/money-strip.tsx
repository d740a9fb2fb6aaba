import { href } from '../shell/place.ts'
import { tb } from '../texts/book.ts'
import { word } from '../texts/texts.ts'
import { Money } from './values.tsx'

export type Figure = {
  /** A word of the texts. */
  readonly name: string
  readonly amount: number
  /** Relative to `/desk`: its entries. */
  readonly path?: string
  readonly query?: string
  readonly isBad?: boolean
}

type MoneyStripProps = { readonly figures: readonly Figure[]; readonly currency: string }

/** Each figure leads to its entries. */
export function MoneyStrip({ figures, currency }: MoneyStripProps) {
  return (
    <dl class="strip" aria-label={tb.order.strip}>
      {figures.map(({ name, amount, path, query, isBad }) => (
        <div key={name} class={isBad && amount > 0 ? 'owing' : ''}>
          <dt>{word(name)}</dt>
          <dd>
            {path === undefined ? (
              <Money amount={amount} currency={currency} />
            ) : (
              <a href={href(path, query)} title={tb.order.entriesOf(word(name))}>
                <Money amount={amount} currency={currency} />
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
