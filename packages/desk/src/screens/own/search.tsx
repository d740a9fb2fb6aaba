/** Finds an order by its number, or by its buyer: the search term stays in memory. */
import type { Answered, OrderListItem } from '@svc/api'
import { parseAmount } from '../../parts/list/amounts.ts'
import { Page } from '../../parts/page.tsx'
import { Money, State, Words } from '../../parts/values.tsx'
import { go, href } from '../../shell/place.ts'
import { to } from '../../texts/own.ts'
import { t } from '../../texts/texts.ts'
import { nameOf } from '../orders/columns.tsx'
import { Group, Hit, useSought } from '../search/group.tsx'
import { kindsOf } from '../search/kinds.ts'

type Order = Answered<typeof OrderListItem>

export function Screen() {
  const text = useSought()
  return (
    <Page title={t.screens.search}>
      {text === '' ? <p>{to.search.lead}</p> : <Results key={text} text={text} />}
    </Page>
  )
}

/** The query for the list of orders. */
function queryOf(text: string): URLSearchParams {
  const { first = 'name' } = kindsOf(text)
  const filters = {
    ...{ id: 'id', mid: 'mid', name: 'q', email: 'q' },
    ...{ phone: 'customer-phone-number', document: 'customer-document_id-number' },
    amount: 'total_amount',
  } as const
  const value = first === 'amount' ? String(parseAmount(text)) : text
  return new URLSearchParams({ [filters[first]]: value, page_size: '6' })
}

const Results = ({ text }: { text: string }) => (
  <Group<Order>
    question={{ path: `/orders?${queryOf(text)}` }}
    onRows={([only, ...others]) => {
      // There is nothing to choose.
      if (only && others.length === 0) go(href(`/orders/${only.id}`), { replace: true })
    }}
    row={({ id, mid, customer, status, total_amount: total, currency }) => (
      <Hit
        path={`/orders/${id}`}
        name={<Words>{mid}</Words>}
        more={<Words>{nameOf(customer)}</Words>}
      >
        <State name={status} /> <Money amount={total} currency={currency.code} />
      </Hit>
    )}
  />
)
