/** The requests to the service: all of it for the lender, a store's own for its people. */
import type { Answered, LoggedRequestPage } from '@svc/api'
import { isOfStore } from '../../client/store.ts'
import { count } from '../../parts/format.ts'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Code, Moment, NONE, StoreLink } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { tj } from '../../texts/jobs.ts'
import { t, word } from '../../texts/texts.ts'
import { Follow } from './follow.tsx'

/** A store's own say nothing of the store. */
type Logged = Omit<Answered<typeof LoggedRequestPage>['results'][number], 'store'> & {
  readonly store?: { readonly id: string; readonly name: string } | null
}

const KINDS = ['store_key', 'store_person', 'buyer']

const listOf = (isStores: boolean): ListDefinition<Logged> => ({
  name: 'requests',
  path: isStores ? '/me/api-log' : '/lender/requests',
  isSaved: !isStores,
  beside: (reload) => <Follow reload={reload} />,
  tabs: [
    { name: 'failed', query: 'status-gte=400' },
    { name: 'faults', query: 'status-gte=500' },
  ],
  filters: [
    { name: 'status', kind: 'number' },
    { name: 'code', kind: 'text' },
    { name: 'route', kind: 'text' },
    { name: 'method', kind: 'choice', choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    { name: 'id', kind: 'text' },
    { name: 'order-id', kind: 'text' },
    {
      ...{ name: 'principal-kind', kind: 'choice' },
      choices: isStores
        ? [...KINDS, 'lender']
        : [...KINDS, 'lender_key', 'lender_person', 'stranger'],
    },
    { name: 'principal-id', kind: 'text' },
    { name: 'idempotency_hash', kind: 'text' },
    { name: 'ms', kind: 'number' },
    { name: 'at', kind: 'day' },
    ...(isStores ? [] : [{ name: 'store-id', kind: 'text' } as const]),
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/dev/requests/${id}`,
  columns: [
    { name: 'at', ordering: 'at', cell: ({ at }) => <Moment at={at} /> },
    {
      name: 'route',
      cell: ({ method, route }) => <Code name={`${method} ${route}`} />,
    },
    {
      ...{ name: 'http_status', ordering: 'status', isEnd: true },
      cell: ({ status }) => status ?? NONE,
    },
    { name: 'code', cell: ({ code }) => (code === null ? NONE : <code>{code}</code>) },
    { ...{ name: 'ms', ordering: 'ms', isEnd: true }, cell: ({ ms }) => count(ms) },
    { name: 'principal', cell: ({ principal }) => word(principal.kind) },
    {
      name: 'order-id',
      cell: ({ order_id: id }) =>
        id === null ? NONE : <a href={href(`/orders/${id}`)}>{id.slice(0, 8)}</a>,
    },
    ...(isStores
      ? []
      : [
          {
            name: 'store',
            cell: ({ store }: Logged) => (store ? <StoreLink store={store} /> : NONE),
          },
        ]),
  ],
})

export const Screen = () => (
  <Page title={t.screens.requests}>
    <p class="hint">{tj.since}</p>
    <List list={listOf(isOfStore.value)} />
  </Page>
)
