/** One box for everything: what it holds stays in memory, and goes when the screen is left. */
import type { Answered as AnswerOf, LenderLoanItem, LenderOrderItem } from '@svc/api'
import { useState } from 'preact/hooks'
import { parseAmount } from '../../parts/list/amounts.ts'
import { Block, Page } from '../../parts/page.tsx'
import { Money, State, Words } from '../../parts/values.tsx'
import { BlockedState, DocumentOf, Name, type Person } from '../../parts/who.tsx'
import { href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'
import { Group, Hit, useSought } from './group.tsx'
import { type Kind, kindsOf } from './kinds.ts'

type Order = AnswerOf<typeof LenderOrderItem>
type Loan = AnswerOf<typeof LenderLoanItem>

export function Screen() {
  const text = useSought()
  return (
    <Page title={t.screens.search}>
      {text === '' ? <p>{tb.search.lead}</p> : <Results key={text} text={text} />}
    </Page>
  )
}

function Results({ text }: { text: string }) {
  const { first, others } = kindsOf(text)
  const [kind, setKind] = useState(first)
  if (kind === undefined) return null
  const rest = [...(kind === first ? others : []), ...(kind !== first && first ? [first] : [])]
  return (
    <div class="list">
      <p class="hint" role="status">
        {tb.search.soughtAs(tb.search.kinds[kind])}{' '}
        {rest.map((other) => (
          <button key={other} type="button" class="small" onClick={() => setKind(other)}>
            {tb.search.seekAs(tb.search.kinds[other])}
          </button>
        ))}
      </p>
      <div class="stack" key={kind}>
        <Groups kind={kind} text={text} />
      </div>
    </div>
  )
}

function Groups({ kind, text }: { kind: Kind; text: string }) {
  if (kind === 'amount') {
    const amount = String(parseAmount(text))
    return (
      <>
        <Orders query={new URLSearchParams({ total_amount: amount })} />
        <Loans title={tb.search.owed} query={new URLSearchParams({ receivable: amount })} />
      </>
    )
  }
  if (kind === 'id' || kind === 'mid') {
    const query = new URLSearchParams({ [kind]: kind === 'id' ? text.toLowerCase() : text })
    return (
      <>
        <Orders query={query} />
        <Loans query={query} />
        {kind === 'id' && <People question={{ path: `/lender/people?${query}&page_size=6` }} />}
      </>
    )
  }
  const body = { [kind]: text }
  return <People question={{ method: 'POST', path: '/lender/people/search', body }} />
}

type PeopleProps = { readonly question: Parameters<typeof Group>[0]['question'] }

const People = ({ question }: PeopleProps) => (
  <Block title={t.screens.people}>
    <Group<Person>
      question={question}
      row={(person) => (
        <Hit
          path={`/people/${person.id}`}
          name={<Name person={person} />}
          more={<DocumentOf person={person} />}
        >
          {person.blocked && <BlockedState person={person} />}
        </Hit>
      )}
    />
  </Block>
)

const Orders = ({ query }: { query: URLSearchParams }) => (
  <Block title={t.screens.orders}>
    <Group<Order>
      question={{ path: `/lender/orders?${query}&page_size=6` }}
      row={({ id, mid, store, status, total_amount: total, currency }) => (
        <Hit path={`/orders/${id}`} name={<Words>{mid}</Words>} more={<Words>{store.name}</Words>}>
          <State name={status} /> <Money amount={total} currency={currency.code} />
        </Hit>
      )}
    />
  </Block>
)

type LoansProps = { readonly query: URLSearchParams; readonly title?: string }

const Loans = ({ query, title = t.screens.loans }: LoansProps) => (
  <Block title={title}>
    <Group<Loan>
      question={{ path: `/lender/loans?${query}&page_size=6` }}
      row={({ id, mid, store, bucket, receivable, currency }) => (
        <Hit path={`/loans/${id}`} name={<Words>{mid}</Words>} more={<Words>{store.name}</Words>}>
          <State name={bucket} /> <Money amount={receivable} currency={currency} />{' '}
          {receivable > 0 && (
            <a href={href(`/loans/${id}`, 'act=payment')}>{tb.collections.payment}</a>
          )}
        </Hit>
      )}
    />
  </Block>
)
