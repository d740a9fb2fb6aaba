/** The verticals as the document's tags, in the order in which a store meets them. */
import type { Route } from '../../tenancy/caller/route.ts'

export type Tag = { readonly name: string; readonly description: string }

export const tags: readonly Tag[] = [
  {
    name: 'checkouts',
    description: 'A store creates a checkout; the buyer chooses an offer and signs.',
  },
  { name: 'orders', description: 'Read, edit and cancel the orders that checkouts become.' },
  { name: 'captures', description: 'Record shipped goods; the store is owed their amount.' },
  { name: 'voids', description: 'Release the amount that will not be captured.' },
  { name: 'refunds', description: 'Return money to the buyer, on an order or on one capture.' },
  { name: 'loans', description: 'What the buyer owes and pays.' },
  { name: 'history', description: "What the store knows of the buyer's earlier orders." },
  { name: 'documents', description: 'The documents that the buyer receives and signs.' },
  { name: 'campaigns', description: 'Interest discounts that the store pays for.' },
  { name: 'availability', description: 'What a store can show its buyers before the checkout.' },
  { name: 'stores', description: 'Settings, keys and secrets of the store.' },
  { name: 'payments', description: "The store's commercial transactions, payouts and statements." },
  { name: 'events', description: 'Events, as a list and as webhooks.' },
  { name: 'lender', description: "The lender's view of all stores, and its actions." },
  {
    name: 'people',
    description: 'Persons across all stores: search, reveal, block, merge, export and erase them.',
  },
  { name: 'ledger', description: "The lender's accounts, closings, statements and payouts." },
  {
    name: 'operations',
    description: 'Figures, webhooks, background jobs, failures and the request log.',
  },
  {
    name: 'staff',
    description: 'People at the desk: sign-in, permissions, approvals and the action log.',
  },
  { name: 'service', description: 'Health of the service, and this description.' },
  { name: 'demo', description: 'Only where the demo runs.' },
]

/** The last word of a path that is here names its vertical. */
const VERTICALS: Readonly<Record<string, string>> = {
  checkout: 'checkouts',
  checkouts: 'checkouts',
  'card-frame': 'checkouts',
  button: 'availability',
  buttons: 'availability',
  'instalment-plan-simulator': 'availability',
  orders: 'orders',
  captures: 'captures',
  void: 'voids',
  refund: 'refunds',
  'refund-extended': 'refunds',
  refunds: 'refunds',
  loan: 'loans',
  history: 'history',
  documents: 'documents',
  campaigns: 'campaigns',
  'api-keys': 'stores',
  'api-log': 'stores',
  me: 'stores',
  merchants: 'stores',
  'test-clock': 'stores',
  payments: 'payments',
  payouts: 'payments',
  statement: 'payments',
  'statement.csv': 'payments',
  webhooks: 'events',
  events: 'events',
  demo: 'demo',
  desk: 'staff',
  healthz: 'service',
  readyz: 'service',
  'openapi.json': 'service',
}

/** Whatever follows belongs to these. */
const WHOLE = new Set(['loan'])
/** Everything below is the lender's, whatever its subject. */
const LENDER = '/lender/'
/** Of that, by the next word. */
const LENDERS: Readonly<Record<string, string>> = {
  people: 'people',
  'people.csv': 'people',
  webhooks: 'operations',
  figures: 'operations',
  ...Object.fromEntries(
    ['accounts', 'trial-balance', 'statements', 'closings', 'payouts', 'payouts.csv'].map(
      (word) => [word, 'ledger'],
    ),
  ),
  ...Object.fromEntries(['jobs', 'failures', 'requests'].map((word) => [word, 'operations'])),
  ...Object.fromEntries(
    ['me', 'staff', 'sign-in', 'roles', 'keys', 'approvals', 'approval-policy']
      .concat(['actions', 'actions.jsonl'])
      .map((word) => [word, 'staff']),
  ),
}

export function tagOf({ path }: Pick<Route, 'path'>): string {
  if (path.startsWith(LENDER)) return LENDERS[path.split('/')[2] ?? ''] ?? 'lender'
  const words = path.split('/').reverse()
  const vertical = words.find((word) => WHOLE.has(word)) ?? words.find((word) => word in VERTICALS)
  if (vertical === undefined) throw new Error(`${path} belongs to no vertical`)
  return VERTICALS[vertical] ?? ''
}
