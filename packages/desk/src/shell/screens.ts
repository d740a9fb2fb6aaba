/** The screens of a desk: the lender's people have theirs, a store's people have others. */
import { isOfStore } from '../client/store.ts'
import { me, partOf, type Screen, toRelease } from './screen.ts'
import { storeScreens } from './store-screens.ts'

const books = partOf(() => import('../screens/books.ts'))
const figures = partOf(() => import('../screens/figures.ts'))
const house = partOf(() => import('../screens/house.ts'))
const inbox = partOf(() => import('../screens/inbox.ts'))
const lists = partOf(() => import('../screens/lists.ts'))
const risk = partOf(() => import('../screens/risk.ts'))
const stores = partOf(() => import('../screens/stores.ts'))
const terms = partOf(() => import('../screens/terms.ts'))
const traffic = partOf(() => import('../screens/traffic.ts'))
const work = partOf(() => import('../screens/work.ts'))

const lenderScreens: readonly Screen[] = [
  {
    ...{ name: 'home', path: '/', group: 'first', key: 'h' },
    load: async () => (await import('../screens/home/home.tsx')).Screen,
  },
  { name: 'search', path: '/search', permission: 'people:read', load: work('Search') },
  {
    ...{ name: 'collections', path: '/collections', group: 'first', key: 'c' },
    ...{ permission: 'loans:read' },
    load: work('Collections'),
  },
  { name: 'inbox', path: '/inbox', group: 'first', key: 'i', load: inbox('Approvals') },
  { name: 'approval', path: '/inbox/:id', load: inbox('Approval') },
  {
    ...{ name: 'orders', path: '/orders', group: 'book', key: 'o', permission: 'loans:read' },
    load: lists('Orders'),
  },
  {
    ...{ name: 'order', path: '/orders/:id', permission: 'loans:read' },
    load: async () => (await import('../screens/orders/order.tsx')).Screen,
  },
  {
    ...{ name: 'loans', path: '/loans', group: 'book', key: 'l', permission: 'loans:read' },
    load: lists('Loans'),
  },
  {
    ...{ name: 'loan', path: '/loans/:id', permission: 'loans:read' },
    load: async () => (await import('../screens/loans/loan.tsx')).Screen,
  },
  {
    ...{ name: 'decisions', path: '/decisions', group: 'book', key: 'd' },
    permission: 'decisions:read',
    load: lists('Decisions'),
  },
  {
    ...{ name: 'decision', path: '/decisions/:id', permission: 'decisions:read' },
    load: risk('Decision'),
  },
  {
    ...{ name: 'people', path: '/people', group: 'book', key: 'p', permission: 'people:read' },
    load: lists('People'),
  },
  {
    ...{ name: 'person', path: '/people/:id', permission: 'people:read' },
    load: async () => (await import('../screens/people/person.tsx')).Screen,
  },
  {
    ...{ name: 'payouts', path: '/payouts', group: 'money', key: 'y', permission: 'payouts:read' },
    query: toRelease,
    load: lists('Payouts'),
  },
  { name: 'payout', path: '/payouts/:id', permission: 'payouts:read', load: stores('Payout') },
  {
    ...{ name: 'ledger', path: '/ledger', group: 'money', key: 'b', permission: 'ledger:read' },
    load: books('Ledger'),
  },
  { name: 'account', path: '/ledger/:id', permission: 'ledger:read', load: books('Account') },
  {
    ...{ name: 'closings', path: '/closings', group: 'money', key: 'e' },
    permission: 'ledger:read',
    load: house('Closings'),
  },
  { name: 'closings', path: '/closings/:id', permission: 'ledger:read', load: house('Closing') },
  { name: 'figures', path: '/figures', group: 'money', key: 'f', load: figures('Figures') },
  { name: 'figures', path: '/figures/:id', load: figures('Figures') },
  {
    ...{ name: 'stores', path: '/stores', group: 'stores', key: 's', permission: 'stores:read' },
    load: lists('Stores'),
  },
  { name: 'store', path: '/stores/:id', permission: 'stores:read', load: stores('Store') },
  { name: 'terms', path: '/stores/:id/terms', permission: 'stores:read', load: terms('Terms') },
  {
    ...{ name: 'statements', path: '/stores/:id/statement', permission: 'ledger:read' },
    load: books('Statements'),
  },
  {
    ...{ name: 'creditors', path: '/creditors', group: 'stores', key: 'n' },
    permission: 'stores:read',
    load: terms('Creditors'),
  },
  { name: 'creditor', path: '/creditors/:id', permission: 'stores:read', load: terms('Creditor') },
  {
    ...{ name: 'policies', path: '/policies', group: 'house', key: 'x' },
    permission: 'decisions:read',
    load: risk('Policies'),
  },
  { name: 'staff', path: '/staff', group: 'house', permission: 'staff:read', load: house('Staff') },
  {
    ...{ name: 'log', path: '/log', group: 'house', key: 'a', permission: 'actions:read' },
    load: house('Log'),
  },
  {
    ...{ name: 'jobs', path: '/jobs', group: 'house', key: 'j', permission: 'jobs:read' },
    load: house('Jobs'),
  },
  {
    ...{ name: 'webhooks', path: '/dev/webhooks', group: 'house', key: 'w' },
    permission: 'loans:read',
    load: traffic('Webhooks'),
  },
  {
    ...{ name: 'webhook', path: '/dev/webhooks/:id', permission: 'loans:read' },
    load: traffic('Webhook'),
  },
  {
    ...{ name: 'delivery', path: '/dev/webhooks/:id/:delivery', permission: 'loans:read' },
    load: traffic('Delivery'),
  },
  {
    ...{ name: 'requests', path: '/dev/requests', group: 'house', key: 'r' },
    permission: 'jobs:read',
    load: traffic('Requests'),
  },
  {
    ...{ name: 'request', path: '/dev/requests/:id', permission: 'jobs:read' },
    load: traffic('OneRequest'),
  },
  me,
]

/** Those of the signed-in person. */
export const screens = (): readonly Screen[] => (isOfStore.value ? storeScreens : lenderScreens)

type Match = { readonly screen: Screen; readonly params: Readonly<Record<string, string>> }

/** The screen at a path, or undefined. */
export function screenAt(path: string): Match | undefined {
  for (const screen of screens()) {
    const params = matched(screen.path, path)
    if (params !== undefined) return { screen, params }
  }
  return undefined
}

/** The list above a path, or the first page. */
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

/** An invalid escape is not decoded: it names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
