import { money } from '../../parts/format.ts'
import { Table } from '../../parts/table.tsx'
import { Facts, Money, NONE, StoreLink } from '../../parts/values.tsx'
import type { WholePerson } from '../../parts/who.tsx'
import { tb } from '../../texts/book.ts'

type ExposureProps = { readonly exposure: WholePerson['exposure'] }

export function Exposure({ exposure }: ExposureProps) {
  const { currency, limit, open, headroom, by_store: stores } = exposure
  const amount = (value: number | null) =>
    value === null ? NONE : <Money amount={value} currency={currency} />
  return (
    <>
      <Facts
        facts={[
          ['open_amount', amount(open)],
          ['exposure_max', limit === null ? tb.person.noLimit : amount(limit)],
          ['headroom', amount(headroom)],
        ]}
      />
      <Bar exposure={exposure} />
      {stores.length === 0 ? (
        <p class="hint">{tb.person.owesNothing}</p>
      ) : (
        <Table
          label={tb.person.exposure}
          rows={stores}
          keyOf={({ store, currency: of }) => `${store.id} ${of}`}
          cells={[
            { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
            { name: 'orders', isEnd: true, cell: ({ orders }) => orders },
            {
              ...{ name: 'open_amount', isEnd: true },
              cell: (row) => <Money amount={row.open} currency={row.currency} />,
            },
          ]}
        />
      )}
    </>
  )
}

/** How much of the limit each store has taken; the table below it says the same. */
function Bar({ exposure: { currency, limit, open, by_store: stores } }: ExposureProps) {
  const parts = stores.filter((row) => row.currency === currency && row.open > 0)
  const sum = parts.reduce((all, row) => all + row.open, 0)
  const whole = Math.max(limit ?? 0, sum)
  if (whole === 0) return null
  let from = 0
  const label = tb.person.bar(
    money(open ?? sum, currency),
    limit === null ? tb.person.noLimit : money(limit, currency),
  )
  return (
    <svg class="share" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      {parts.map(({ store, open: part }, index) => {
        const x = from
        const width = (100 * part) / whole
        from += width
        return <rect key={store.id} class={`part-${index % 3}`} x={x} width={width} height="6" />
      })}
      {limit !== null && sum > limit && (
        <line class="limit" x1={(100 * limit) / whole} x2={(100 * limit) / whole} y1="0" y2="6" />
      )}
    </svg>
  )
}
