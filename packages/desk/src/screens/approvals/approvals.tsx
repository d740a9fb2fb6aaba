import { me } from '../../client/session.ts'
import { ago } from '../../parts/format.ts'
import type { Choosing, ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, Money, NONE, State, Words } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import { useChoosing } from './choosing.tsx'
import type { Approval } from './types.ts'

const STATUSES = ['pending', 'executed', 'declined', 'withdrawn', 'expired', 'failed'] as const

const approvals = (myId: string, choosing: Choosing<Approval>): ListDefinition<Approval> => ({
  choosing,
  name: 'approvals',
  path: '/lender/approvals',
  isSaved: true,
  news: 'approvals',
  tabs: [
    { name: 'waiting_approvals', query: 'status=pending' },
    { name: 'own_approvals', query: new URLSearchParams({ 'maker-id': myId }).toString() },
    { name: 'decided', query: 'status-in=executed%2Cdeclined%2Cfailed' },
  ],
  filters: [
    { name: 'status', kind: 'choice', choices: STATUSES },
    { name: 'action', kind: 'text' },
    { name: 'object-id', kind: 'text' },
    { name: 'store-id', kind: 'text' },
    { name: 'maker-id', kind: 'text' },
    { name: 'checker-id', kind: 'text' },
    { name: 'currency', kind: 'text' },
    { name: 'created', kind: 'day' },
    { name: 'expires_at', kind: 'day' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/inbox/${id}`,
  columns: [
    { name: 'asked_for', cell: ({ action }) => ta.acts.names[action] },
    {
      ...{ name: 'amount', isEnd: true },
      cell: ({ amount, currency }) =>
        amount === null || currency === null ? NONE : <Money amount={amount} currency={currency} />,
    },
    {
      name: 'maker',
      cell: ({ maker: { id, name } }) => (
        <>
          <Words>{name ?? id}</Words> {id === myId && <small class="soft">{ta.approval.you}</small>}
        </>
      ),
    },
    { name: 'reason', cell: ({ reason }) => (reason ? <Words>{reason.note}</Words> : NONE) },
    { name: 'status', cell: ({ status }) => <State name={status} /> },
    {
      ...{ name: 'created', ordering: 'created', isEnd: true },
      cell: ({ created }) => <Moment at={created} />,
    },
    {
      ...{ name: 'expires_at', ordering: 'expires_at', isEnd: true },
      cell: ({ status, expires_at: at }) => (status === 'pending' ? ago(at) : NONE),
    },
  ],
})

export const Screen = () => (
  <Page title={t.screens.inbox}>
    <List list={approvals(me.value?.id ?? '', useChoosing())} />
  </Page>
)
