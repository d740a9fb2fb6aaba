/** The screens of a desk: the lender's people have theirs, a store's people have others. */
import { isOfStore } from '../client/store.ts'
import { me, type Screen, toRelease } from './screen.ts'
import { storeScreens } from './store-screens.ts'

const lenderScreens: readonly Screen[] = [
  {
    ...{ name: 'home', path: '/', group: 'first', key: 'h' },
    load: () => import('../screens/home/home.tsx'),
  },
  {
    ...{ name: 'search', path: '/search', permission: 'people:read' },
    load: () => import('../screens/search/search.tsx'),
  },
  {
    ...{ name: 'collections', path: '/collections', group: 'first', key: 'c' },
    ...{ permission: 'loans:read' },
    load: () => import('../screens/collections/collections.tsx'),
  },
  {
    ...{ name: 'inbox', path: '/inbox', group: 'first', key: 'i' },
    load: () => import('../screens/approvals/approvals.tsx'),
  },
  {
    ...{ name: 'approval', path: '/inbox/:id' },
    load: () => import('../screens/approvals/approval.tsx'),
  },
  {
    ...{ name: 'orders', path: '/orders', group: 'book', key: 'o', permission: 'loans:read' },
    load: () => import('../screens/orders/orders.tsx'),
  },
  {
    ...{ name: 'order', path: '/orders/:id', permission: 'loans:read' },
    load: () => import('../screens/orders/order.tsx'),
  },
  {
    ...{ name: 'loans', path: '/loans', group: 'book', key: 'l', permission: 'loans:read' },
    load: () => import('../screens/loans/loans.tsx'),
  },
  {
    ...{ name: 'loan', path: '/loans/:id', permission: 'loans:read' },
    load: () => import('../screens/loans/loan.tsx'),
  },
  {
    ...{ name: 'decisions', path: '/decisions', group: 'book', key: 'd' },
    permission: 'decisions:read',
    load: () => import('../screens/decisions/decisions.tsx'),
  },
  {
    ...{ name: 'decision', path: '/decisions/:id', permission: 'decisions:read' },
    load: () => import('../screens/decisions/decision.tsx'),
  },
  {
    ...{ name: 'people', path: '/people', group: 'book', key: 'p', permission: 'people:read' },
    load: () => import('../screens/people/people.tsx'),
  },
  {
    ...{ name: 'person', path: '/people/:id', permission: 'people:read' },
    load: () => import('../screens/people/person.tsx'),
  },
  {
    ...{ name: 'payouts', path: '/payouts', group: 'money', key: 'y', permission: 'payouts:read' },
    query: toRelease,
    load: () => import('../screens/payouts/payouts.tsx'),
  },
  {
    ...{ name: 'payout', path: '/payouts/:id', permission: 'payouts:read' },
    load: () => import('../screens/payouts/payout.tsx'),
  },
  {
    ...{ name: 'ledger', path: '/ledger', group: 'money', key: 'b', permission: 'ledger:read' },
    load: () => import('../screens/ledger/ledger.tsx'),
  },
  {
    ...{ name: 'account', path: '/ledger/:id', permission: 'ledger:read' },
    load: () => import('../screens/ledger/account.tsx'),
  },
  {
    ...{ name: 'closings', path: '/closings', group: 'money', key: 'e' },
    permission: 'ledger:read',
    load: () => import('../screens/closings/closings.tsx'),
  },
  {
    ...{ name: 'closings', path: '/closings/:id', permission: 'ledger:read' },
    load: () => import('../screens/closings/closing.tsx'),
  },
  {
    ...{ name: 'figures', path: '/figures', group: 'money', key: 'f' },
    load: () => import('../screens/figures/figures.tsx'),
  },
  {
    ...{ name: 'figures', path: '/figures/:id' },
    load: () => import('../screens/figures/figures.tsx'),
  },
  {
    ...{ name: 'stores', path: '/stores', group: 'stores', key: 's', permission: 'stores:read' },
    load: () => import('../screens/stores/stores.tsx'),
  },
  {
    ...{ name: 'store', path: '/stores/:id', permission: 'stores:read' },
    load: () => import('../screens/stores/store.tsx'),
  },
  {
    ...{ name: 'terms', path: '/stores/:id/terms', permission: 'stores:read' },
    load: () => import('../screens/stores/terms.tsx'),
  },
  {
    ...{ name: 'statements', path: '/stores/:id/statement', permission: 'ledger:read' },
    load: () => import('../screens/statements/statements.tsx'),
  },
  {
    ...{ name: 'creditors', path: '/creditors', group: 'stores', key: 'n' },
    permission: 'stores:read',
    load: () => import('../screens/creditors/creditors.tsx'),
  },
  {
    ...{ name: 'creditor', path: '/creditors/:id', permission: 'stores:read' },
    load: () => import('../screens/creditors/creditor.tsx'),
  },
  {
    ...{ name: 'policies', path: '/policies', group: 'house', key: 'x' },
    permission: 'decisions:read',
    load: () => import('../screens/policies/policies.tsx'),
  },
  {
    ...{ name: 'staff', path: '/staff', group: 'house', permission: 'staff:read' },
    load: () => import('../screens/staff/staff.tsx'),
  },
  {
    ...{ name: 'log', path: '/log', group: 'house', key: 'a', permission: 'actions:read' },
    load: () => import('../screens/log/log.tsx'),
  },
  {
    ...{ name: 'jobs', path: '/jobs', group: 'house', key: 'j', permission: 'jobs:read' },
    load: () => import('../screens/jobs/jobs.tsx'),
  },
  {
    ...{ name: 'webhooks', path: '/dev/webhooks', group: 'house', key: 'w' },
    permission: 'loans:read',
    load: () => import('../screens/dev/webhooks.tsx'),
  },
  {
    ...{ name: 'webhook', path: '/dev/webhooks/:id', permission: 'loans:read' },
    load: () => import('../screens/dev/webhook.tsx'),
  },
  {
    ...{ name: 'delivery', path: '/dev/webhooks/:id/:delivery', permission: 'loans:read' },
    load: () => import('../screens/dev/delivery.tsx'),
  },
  {
    ...{ name: 'requests', path: '/dev/requests', group: 'house', key: 'r' },
    permission: 'jobs:read',
    load: () => import('../screens/dev/requests.tsx'),
  },
  {
    ...{ name: 'request', path: '/dev/requests/:id', permission: 'jobs:read' },
    load: () => import('../screens/dev/request.tsx'),
  },
  me,
]

/** Those of the signed-in person. */
export const screens = (): readonly Screen[] => (isOfStore.value ? storeScreens : lenderScreens)

type Match = { readonly screen: Screen; readonly params: Readonly<Record<string, string>> }

/** What stands at a path; undefined: nothing. */
export function screenAt(path: string): Match | undefined {
  for (const screen of screens()) {
    const params = matched(screen.path, path)
    if (params !== undefined) return { screen, params }
  }
  return undefined
}

/** The list that a path stands below; the first page where there is none. */
export function listOf(path: string): string {
  const lists = screens().filter((each) => !each.path.includes(':'))
  const above = lists.filter((each) => `${path}/`.startsWith(`${each.path}/`))
  return above.toSorted((a, b) => b.path.length - a.path.length)[0]?.path ?? '/'
}

function matched(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, each] of wanted.entries()) {
    const part = parts[index] ?? ''
    if (each.startsWith(':')) params[each.slice(1)] = decoded(part)
    else if (each !== part) return undefined
  }
  return params
}

/** A broken escape stays as it is: it names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
