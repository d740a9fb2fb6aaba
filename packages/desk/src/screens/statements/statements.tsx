/** The balance of a store before and after a period, and the changes in it. */
import type { Answered as AnswerOf, LenderStatementAnswer, StoreAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { now } from '../../client/clock.ts'
import { Csv } from '../../parts/csv.tsx'
import { Field } from '../../parts/form.tsx'
import { count } from '../../parts/format.ts'
import { changed } from '../../parts/list/definition.ts'
import { listHref } from '../../parts/list/list-href.ts'
import { Request } from '../../parts/list/request.tsx'
import { Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Money, StoreLink } from '../../parts/values.tsx'
import { apiQuery, go } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'
import { monthUntil } from './period.ts'

/** Without its store where it is the user's own. */
type Statement = Omit<AnswerOf<typeof LenderStatementAnswer>, 'store'> &
  Partial<Pick<AnswerOf<typeof LenderStatementAnswer>, 'store'>>

/** The store's month up to today, unless the URL says otherwise. */
function queryOf(query: string, timeZone: string): URLSearchParams {
  const period = monthUntil(now(), timeZone)
  return new URLSearchParams({ ...period, ...Object.fromEntries(new URLSearchParams(query)) })
}

/** With an id it is the lender's view of a store; otherwise of the user's own store. */
export function Screen({ params: { id } }: ScreenProps) {
  const own = '/me/statement'
  const path = id === undefined ? own : `/lender/statements/${encodeURIComponent(id)}`
  const file = id === undefined ? `${own}.csv` : `${path}/statement.csv`
  const store = useAnswer<Pick<AnswerOf<typeof StoreAnswer>, 'time_zone'>>(
    id === undefined ? '/me' : `/lender/stores/${encodeURIComponent(id)}`,
  )
  const query = queryOf(apiQuery.value, store.data?.time_zone ?? 'UTC')
  const address = `${path}?${query}`
  // Which day it is at the store, is known first; if it cannot be, the day of UTC serves.
  const isDated = store.data !== undefined || store.failure !== undefined
  const known = useAnswer<Statement>(isDated ? address : undefined)
  return (
    <Page
      title={t.screens.statements}
      more={known.data?.store && <StoreLink store={known.data.store} />}
    >
      <div class="list">
        <form
          key={query.toString()}
          class="pair span"
          onSubmit={(event) => {
            event.preventDefault()
            const entries = [...new FormData(event.currentTarget)]
            const values = Object.fromEntries(entries.map(([key, each]) => [key, String(each)]))
            go(listHref(changed(apiQuery.value, values)))
          }}
        >
          {(['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              label={word(name)}
              input={{ name, type: 'date', required: true, defaultValue: query.get(name) ?? '' }}
            />
          ))}
          <button type="submit" class="strong">
            {tb.ledger.show}
          </button>
        </form>
        <Answered known={known}>{(statement) => <Sums statement={statement} />}</Answered>
        <Permitted permission="exports:write" what={word('save_as_csv')}>
          <Csv
            path={`${file}?${query}`}
            name={`statement-${query.get('from')}-${query.get('to')}`}
          />
        </Permitted>
        <Request path={address} />
      </div>
    </Page>
  )
}

function Sums({ statement }: { statement: Statement }) {
  const { currency, time_zone: zone, totals, net } = statement
  const { opening_balance: opening, closing_balance: closing } = statement
  return (
    <>
      <Facts
        facts={[
          ['time_zone', zone],
          ['opening_balance', <Money key="opening" amount={opening} currency={currency} />],
          ['net', <Money key="net" amount={net} currency={currency} />],
          ['closing_balance', <Money key="closing" amount={closing} currency={currency} />],
        ]}
      />
      {totals.length === 0 ? (
        <p class="hint">{word('nothing_changed')}</p>
      ) : (
        <Table
          label={t.screens.statements}
          rows={totals}
          keyOf={({ type }) => type}
          cells={[
            { name: 'type', cell: ({ type }) => word(type) },
            { name: 'count', isEnd: true, cell: (total) => count(total.count) },
            {
              ...{ name: 'amount', isEnd: true },
              cell: ({ amount }) => <Money amount={amount} currency={currency} />,
            },
            {
              ...{ name: 'net', isEnd: true },
              cell: (total) => <Money amount={total.net} currency={currency} />,
            },
          ]}
        />
      )}
    </>
  )
}
