/** What a store was owed before a period and after it, and what changed. */
import type { Answered as AnswerOf, LenderStatementAnswer } from '@svc/api'
import { useAnswer } from '../client/answers.ts'
import { now } from '../client/clock.ts'
import { apiQuery, go } from '../shell/place.ts'
import { t, word } from '../texts/texts.ts'
import { Csv } from './csv.tsx'
import { Field } from './form.tsx'
import { count } from './format.ts'
import { changed } from './list/definition.ts'
import { listHref } from './list/list-href.ts'
import { Request } from './list/request.tsx'
import { Permitted } from './permitted.tsx'
import { Answered } from './states.tsx'
import { Table } from './table.tsx'
import { Facts, Money } from './values.tsx'

type Statement = Omit<AnswerOf<typeof LenderStatementAnswer>, 'store'>

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** This month, unless the address says something else. */
function queryOf(query: string): URLSearchParams {
  const today = dayOf(now())
  const period = { from: `${today.slice(0, 8)}01`, to: today }
  return new URLSearchParams({ ...period, ...Object.fromEntries(new URLSearchParams(query)) })
}

type PeriodProps = {
  /** Of the API. */
  readonly path: string
  /** Of the API: the same as a file. */
  readonly file: string
}

export function Period({ path, file }: PeriodProps) {
  const query = queryOf(apiQuery.value)
  const address = `${path}?${query}`
  const known = useAnswer<Statement>(address)
  return (
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
      <Answered known={known}>{(statement) => <Sums statement={statement} />}</Answered>
      <Permitted permission="exports:write" what={t.list.csv}>
        <Csv path={`${file}?${query}`} name={`statement-${query.get('from')}-${query.get('to')}`} />
      </Permitted>
      <Request path={address} />
    </div>
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
        <p class="hint">{t.ledger.unchanged}</p>
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
