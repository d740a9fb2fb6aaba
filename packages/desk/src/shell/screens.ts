/** The screens: where each stands, what it is called, what it takes, and how it is loaded. */
import type { ComponentType } from 'preact'
import type { Texts } from '../texts/es.ts'
import type { ScreenProps } from './screen-props.ts'

type Loaded = { readonly Screen: ComponentType<ScreenProps> }

export type Screen = {
  readonly name: keyof Texts['screens']
  /** Behind `/desk`; `:id` stands for one part. */
  readonly path: string
  /** Where the menu has it; undefined: it is reached from another screen. */
  readonly group?: keyof Texts['groups'] | 'first'
  /** The letter that follows `g`. */
  readonly key?: string
  /** What it takes to read it: named where the service has refused it, and nowhere else. */
  readonly permission?: string
  readonly load: () => Promise<Loaded>
}

export const screens: readonly Screen[] = [
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
    ...{ name: 'stores', path: '/stores', group: 'stores', key: 's', permission: 'stores:read' },
    load: () => import('../screens/stores/stores.tsx'),
  },
  {
    ...{ name: 'store', path: '/stores/:id', permission: 'stores:read' },
    load: () => import('../screens/stores/store.tsx'),
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
    ...{ name: 'me', path: '/me', key: 'm' },
    load: () => import('../screens/me/me.tsx'),
  },
]

type Match = { readonly screen: Screen; readonly params: Readonly<Record<string, string>> }

/** What stands at a path; undefined: nothing. */
export function screenAt(path: string): Match | undefined {
  for (const screen of screens) {
    const params = matched(screen.path, path)
    if (params !== undefined) return { screen, params }
  }
  return undefined
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
