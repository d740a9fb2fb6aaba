/** The verticals as the document's tags, in the order in which a store meets them. */
import type { Route } from '../../tenancy/caller/route.ts'

export type Tag = { readonly name: string; readonly description: string }

export const tags: readonly Tag[] = [
  { name: 'checkouts', description: 'A store creates a checkout; its buyer chooses and signs.' },
  { name: 'orders', description: 'What became of it: read, edit, cancel.' },
  { name: 'captures', description: 'Goods are shipped: money is released to the store.' },
  { name: 'voids', description: 'What is not captured is given up.' },
  { name: 'refunds', description: 'Money returned to the buyer, on the order or on one capture.' },
  { name: 'loans', description: 'What the buyer owes and pays.' },
  { name: 'history', description: "What the store knows of the buyer's earlier orders." },
  { name: 'documents', description: 'What the buyer receives and signs, to read and to keep.' },
  { name: 'campaigns', description: 'Discounts on the interest that the store bears.' },
  { name: 'availability', description: 'What a store may show its buyers before the checkout.' },
  { name: 'stores', description: 'Settings, keys and secrets of the store.' },
  { name: 'payments', description: 'What the store is paid: transactions, payouts, statements.' },
  { name: 'events', description: 'What happened, as a list and as webhooks.' },
  { name: 'lender', description: 'What the lender sees and does, over all stores.' },
  {
    name: 'people',
    description: 'Persons over all stores: found, revealed, blocked, merged, exported, erased.',
  },
  { name: 'ledger', description: "The lender's accounts, closings, statements and payouts." },
  {
    name: 'operations',
    description: 'Figures, webhooks, background jobs, failures and the request log.',
  },
  { name: 'staff', description: 'People at the desk: sign-in, rights, approvals, what they did.' },
  { name: 'service', description: 'Whether it runs, and what it can do.' },
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
  healthz: 'service',
  readyz: 'service',
  'openapi.json': 'service',
}

/** Whatever follows belongs to these. */
const WHOLE = new Set(['loan'])
/** What is below is the lender's, whatever it is about. */
const LENDER = '/lender/'
/** Of that, by the next word. */
const LENDERS: Readonly<Record<string, string>> = {
  people: 'people',
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
