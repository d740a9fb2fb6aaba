import type { Answered as AnswerOf, LenderLoanAnswer, LenderLoanItem } from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import type { ListPage } from '../../parts/list/definition.ts'
import { Notes } from '../../parts/loan/notes.tsx'
import { Plan } from '../../parts/loan/plan.tsx'
import { Block } from '../../parts/page.tsx'
import { Answered, FirstFailure } from '../../parts/states.tsx'
import { Day, Facts, Money, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { Name, type Person } from '../../parts/who.tsx'
import { href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'
import { NoteForm, PromiseForm, SkipForm } from './forms.tsx'

type Item = AnswerOf<typeof LenderLoanItem>
type Loan = AnswerOf<typeof LenderLoanAnswer>

type CaseProps = {
  readonly loan: Item
  /** After something has been written. */
  readonly onDone: () => void
  /** The next one, without a word: something has been written already. Undefined: nothing has. */
  readonly onPass: (() => void) | undefined
}

export function Case({ loan, onDone, onPass }: CaseProps) {
  const [isSkipped, setSkipped] = useState(false)
  const known = useAnswer<Loan>(`/lender/loans/${loan.id}`)
  return (
    <div class="stack">
      <div class="columns">
        <div class="stack">
          <Block
            title={`${t.screens.loan} ${loan.mid}`}
            more={<a href={href(`/loans/${loan.id}`)}>{tb.collections.openLoan}</a>}
          >
            <CaseFacts loan={loan} />
          </Block>
          <Block title={tb.collections.before}>
            <Answered known={known} lines={2}>
              {({ notes, currency }) => <Notes notes={notes} currency={currency} />}
            </Answered>
          </Block>
        </div>
        <div class="stack">
          <Block title={tb.collections.promise}>
            <PromiseForm loan={loan} onDone={onDone} />
          </Block>
          <Block title={tb.collections.note}>
            <NoteForm loan={loan} onDone={onDone} />
          </Block>
          <div class="buttons">
            <a class="button" href={href(`/loans/${loan.id}`, 'act=payment')}>
              {tb.collections.payment}
            </a>
            <button
              type="button"
              data-next
              aria-expanded={onPass ? undefined : isSkipped}
              onClick={onPass ?? (() => setSkipped(!isSkipped))}
            >
              {tb.collections.skip}
            </button>
          </div>
          {isSkipped && (
            <Block title={tb.collections.why}>
              <SkipForm loan={loan} onDone={onDone} />
            </Block>
          )}
        </div>
      </div>
      <Block title={tb.order.plan}>
        <Answered known={known} lines={4}>
          {({ loan: { instalments }, currency }) => (
            <Plan instalments={instalments} currency={currency} />
          )}
        </Answered>
      </Block>
    </div>
  )
}

function CaseFacts({ loan }: { loan: Item }) {
  const { store, currency, bucket, days_past_due: days, overdue_amount: overdue } = loan
  const { receivable, next_due: next, customer_id: customer } = loan
  return (
    <Facts
      facts={[
        ['customer', customer === null ? NONE : <Buyer key="customer" id={customer} />],
        ['store', <StoreLink key="store" store={store} />],
        ['overdue_amount', <Money key="overdue" amount={overdue} currency={currency} />],
        ['receivable', <Money key="owed" amount={receivable} currency={currency} />],
        ['days_past_due', days],
        ['bucket', <State key="bucket" name={bucket} />],
        ['next_due', <Day key="next" on={next} />],
      ]}
    />
  )
}

/** Whose loan it is, over all stores; their number is revealed on their own page. */
function Buyer({ id }: { id: string }) {
  const known = useAnswer<ListPage<Person>>(`/lender/people?customer-id=${id}&page_size=1`)
  const [person] = known.data?.results ?? []
  if (person === undefined) return known.failure ? <FirstFailure of={[known]} /> : NONE
  return (
    <>
      <a href={href(`/people/${person.id}`)}>
        <Name person={person} />
      </a>
      {person.phone !== null && (
        <>
          {' '}
          <Words>{person.phone}</Words>
        </>
      )}
    </>
  )
}
