import type { Answered, LenderDecisionItem } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, NONE, State, StoreLink } from '../../parts/values.tsx'
import { t, word, wordOf } from '../../texts/texts.ts'
import { reviewState } from './types.ts'

type Decision = Answered<typeof LenderDecisionItem>

const decisions: ListDefinition<Decision> = {
  name: 'decisions',
  path: '/lender/decisions',
  isSaved: true,
  hasFile: true,
  news: 'decisions',
  tabs: [
    { name: 'refused', query: 'outcome=refused&review-outcome-isnull=true' },
    { name: 'checked', query: 'outcome=checked' },
    { name: 'accepted', query: 'outcome=accepted' },
  ],
  filters: [
    { name: 'outcome', kind: 'choice', choices: ['accepted', 'checked', 'refused'] },
    { name: 'reason', kind: 'text' },
    { name: 'review-outcome', kind: 'choice', choices: ['confirmed', 'overturned'] },
    { name: 'created', kind: 'day' },
    { name: 'store-id', kind: 'text' },
    { name: 'order-id', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/decisions/${id}`,
  columns: [
    { name: 'created', ordering: 'created', cell: ({ created }) => <Moment at={created} /> },
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    { name: 'outcome', cell: ({ outcome }) => <State name={outcome} /> },
    {
      name: 'reasons',
      cell: ({ reasons }) => (reasons.length === 0 ? NONE : reasons.map(word).join(', ')),
    },
    {
      name: 'decider',
      cell: ({ decider }) => <span class="short">{wordOf('decider', decider)}</span>,
    },
    {
      name: 'review',
      cell: ({ review }) => <State name={review && reviewState(review.outcome)} />,
    },
  ],
}

export const Screen = () => (
  <Page title={t.screens.decisions}>
    <List list={decisions} />
  </Page>
)
