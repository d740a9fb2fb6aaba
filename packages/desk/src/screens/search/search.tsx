/** One box for everything: what it holds stays in memory, and goes when the screen is left. */
import type { Answered as AnswerOf, LenderLoanItem, LenderOrderItem } from '@svc/api'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { sought } from '../../client/sought.ts'
import { Block, Page } from '../../parts/page.tsx'
import { Money, State, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'
import { BlockedState, DocumentOf, Name, type Person } from '../people/who.tsx'
import { Group } from './group.tsx'
import { type Kind, kindsOf } from './kinds.ts'

type Order = AnswerOf<typeof LenderOrderItem>
type Loan = AnswerOf<typeof LenderLoanItem>

export function Screen() {
  const text = sought.value.trim()
  useEffect(
    () => () => {
      sought.value = ''
    },
    [],
  )
  return (
    <Page title={t.screens.search}>
      {text === '' ? <p>{t.search.lead}</p> : <Results key={text} text={text} />}
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
        {t.search.soughtAs(t.search.kinds[kind])}{' '}
        {rest.map((other) => (
          <button key={other} type="button" class="small" onClick={() => setKind(other)}>
            {t.search.seekAs(t.search.kinds[other])}
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

const Loans = ({ query }: { query: URLSearchParams }) => (
  <Block title={t.screens.loans}>
    <Group<Loan>
      question={{ path: `/lender/loans?${query}&page_size=6` }}
      row={({ id, mid, store, bucket, receivable, currency }) => (
        <Hit path={`/loans/${id}`} name={<Words>{mid}</Words>} more={<Words>{store.name}</Words>}>
          <State name={bucket} /> <Money amount={receivable} currency={currency} />
        </Hit>
      )}
    />
  </Block>
)

type HitProps = {
  readonly path: string
  readonly name: ComponentChildren
  readonly more: ComponentChildren
  readonly children: ComponentChildren
}

const Hit = ({ path, name, more, children }: HitProps) => (
  <>
    <div>
      <a data-row href={href(path)}>
        {name}
      </a>
      <p class="hint">{more}</p>
    </div>
    <span>{children}</span>
  </>
)
