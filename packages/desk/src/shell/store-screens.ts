/** What people of a store see: only what routes of their store answer. */
import { me, type Screen } from './screen.ts'

export const storeScreens: readonly Screen[] = [
  {
    ...{ name: 'home', path: '/', group: 'first', key: 'h' },
    load: () => import('../screens/own/own-home.tsx'),
  },
  {
    ...{ name: 'search', path: '/search', permission: 'loans:read' },
    load: () => import('../screens/own/search.tsx'),
  },
  {
    ...{ name: 'orders', path: '/orders', group: 'first', key: 'o', permission: 'loans:read' },
    load: () => import('../screens/own/orders.tsx'),
  },
  {
    ...{ name: 'order', path: '/orders/:id', permission: 'loans:read' },
    load: () => import('../screens/own/order.tsx'),
  },
  {
    ...{ name: 'campaigns', path: '/campaigns', group: 'store', key: 'c' },
    permission: 'loans:read',
    load: () => import('../screens/own/campaigns.tsx'),
  },
  {
    ...{ name: 'campaign', path: '/campaigns/:id', permission: 'loans:read' },
    load: () => import('../screens/own/campaign.tsx'),
  },
  {
    ...{ name: 'payouts', path: '/payouts', group: 'money', key: 'y', permission: 'ledger:read' },
    load: () => import('../screens/own/payouts.tsx'),
  },
  {
    ...{ name: 'payout', path: '/payouts/:id', permission: 'ledger:read' },
    load: () => import('../screens/own/payout.tsx'),
  },
  {
    ...{ name: 'statements', path: '/statements', group: 'money', key: 'b' },
    permission: 'ledger:read',
    load: () => import('../screens/statements/statements.tsx'),
  },
  {
    ...{ name: 'store', path: '/store', group: 'store', key: 's', permission: 'own:read' },
    load: () => import('../screens/own/store.tsx'),
  },
  {
    ...{ name: 'members', path: '/members', group: 'store', key: 'p', permission: 'staff:read' },
    load: () => import('../screens/own/members.tsx'),
  },
  {
    ...{ name: 'keys', path: '/dev/keys', group: 'developers', key: 'k' },
    permission: 'store_keys:write',
    load: () => import('../screens/dev/keys.tsx'),
  },
  {
    ...{ name: 'webhooks', path: '/dev/webhooks', group: 'developers', key: 'w' },
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
    ...{ name: 'events', path: '/dev/events', group: 'developers', key: 'e' },
    permission: 'loans:read',
    load: () => import('../screens/dev/events.tsx'),
  },
  {
    ...{ name: 'requests', path: '/dev/requests', group: 'developers', key: 'r' },
    permission: 'loans:read',
    load: () => import('../screens/dev/requests.tsx'),
  },
  {
    ...{ name: 'request', path: '/dev/requests/:id', permission: 'loans:read' },
    load: () => import('../screens/dev/request.tsx'),
  },
  {
    ...{ name: 'sandbox', path: '/dev/sandbox', group: 'developers', key: 'x' },
    permission: 'loans:read',
    load: () => import('../screens/dev/sandbox.tsx'),
  },
  {
    ...{ name: 'try', path: '/dev/try', group: 'developers', key: 't' },
    permission: 'loans:read',
    load: () => import('../screens/dev/try.tsx'),
  },
  me,
]
