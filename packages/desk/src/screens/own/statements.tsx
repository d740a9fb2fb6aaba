/** What the store was owed before a period and after it, and what changed. */
import type { Answered as AnswerOf, StatementAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { askText } from '../../client/api.ts'
import { now } from '../../client/clock.ts'
import { noteEnd } from '../../client/session.ts'
import { storeId } from '../../client/store.ts'
import { Fault, Field, useSending } from '../../parts/form.tsx'
import { count } from '../../parts/format.ts'
import { changed } from '../../parts/list/definition.ts'
import { listHref } from '../../parts/list/list-href.ts'
import { Request } from '../../parts/list/request.tsx'
import { Page } from '../../parts/page.tsx'
import { save } from '../../parts/save.ts'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Money } from '../../parts/values.tsx'
import { apiQuery, go, isSandbox } from '../../shell/place.ts'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** This month, unless the address says something else. */
function queryOf(query: string): URLSearchParams {
  const today = dayOf(now())
  const period = { from: `${today.slice(0, 8)}01`, to: today }
  return new URLSearchParams({ ...period, ...Object.fromEntries(new URLSearchParams(query)) })
}

export function Screen() {
  const query = queryOf(apiQuery.value)
  const path = `/me/statement?${query}`
  const known = useAnswer<AnswerOf<typeof StatementAnswer>>(path)
  return (
    <Page title={t.screens.statements}>
      <div class="list">
        <form
          key={query.toString()}
          class="form"
          onSubmit={(event) => {
            event.preventDefault()
            const entries = [...new FormData(event.currentTarget)]
            const values = Object.fromEntries(entries.map(([key, each]) => [key, String(each)]))
            go(listHref(changed(apiQuery.value, values)))
          }}
        >
          <div class="pair">
            {(['from', 'to'] as const).map((name) => (
              <Field
                key={name}
                label={word(name)}
                input={{ name, type: 'date', required: true, defaultValue: query.get(name) ?? '' }}
              />
            ))}
          </div>
          <button type="submit" class="strong">
            {t.ledger.show}
          </button>
        </form>
        <Answered known={known}>{(statement) => <Statement statement={statement} />}</Answered>
        <Csv query={query} />
        <Request path={path} />
      </div>
    </Page>
  )
}

function Statement({ statement }: { statement: AnswerOf<typeof StatementAnswer> }) {
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
        <p class="hint">{to.statements.nothing}</p>
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

function Csv({ query }: { query: URLSearchParams }) {
  const sending = useSending()
  const download = async () => {
    const path = `/me/statement.csv?${query}`
    const how = { sandbox: isSandbox.value, storeId: storeId.value }
    const text = await askText({ path, ...how }).catch((error: unknown) => {
      noteEnd(error)
      throw error
    })
    save(`statement-${query.get('from')}-${query.get('to')}.csv`, 'text/csv', text)
  }
  return (
    <div>
      <button
        type="button"
        aria-disabled={sending.isBusy}
        onClick={() => void sending.send(download)}
      >
        {to.statements.csv}
      </button>
      <Fault failure={sending.failure} />
    </div>
  )
}
