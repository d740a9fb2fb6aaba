/** What people of a store see: only what routes of their store answer. */
import { me, partOf, type Screen } from './screen.ts'

const books = partOf(() => import('../screens/books.ts'))
const shop = partOf(() => import('../screens/shop.ts'))
const trade = partOf(() => import('../screens/trade.ts'))
const traffic = partOf(() => import('../screens/traffic.ts'))
const workshop = partOf(() => import('../screens/workshop.ts'))

export const storeScreens: readonly Screen[] = [
  { name: 'home', path: '/', group: 'first', key: 'h', load: trade('OwnHome') },
  { name: 'search', path: '/search', permission: 'loans:read', load: trade('OwnSearch') },
  {
    ...{ name: 'orders', path: '/orders', group: 'first', key: 'o', permission: 'loans:read' },
    load: trade('OwnOrders'),
  },
  {
    ...{ name: 'order', path: '/orders/:id', permission: 'loans:read' },
    load: async () => (await import('../screens/own/order.tsx')).Screen,
  },
  {
    ...{ name: 'campaigns', path: '/campaigns', group: 'store', key: 'c' },
    permission: 'loans:read',
    load: shop('Campaigns'),
  },
  { name: 'campaign', path: '/campaigns/:id', permission: 'loans:read', load: shop('Campaign') },
  {
    ...{ name: 'payouts', path: '/payouts', group: 'money', key: 'y', permission: 'ledger:read' },
    load: trade('OwnPayouts'),
  },
  { name: 'payout', path: '/payouts/:id', permission: 'ledger:read', load: trade('OwnPayout') },
  {
    ...{ name: 'statements', path: '/statements', group: 'money', key: 'b' },
    permission: 'ledger:read',
    load: books('Statements'),
  },
  {
    ...{ name: 'store', path: '/store', group: 'store', key: 's', permission: 'own:read' },
    load: shop('OwnStore'),
  },
  {
    ...{ name: 'members', path: '/members', group: 'store', key: 'p', permission: 'staff:read' },
    load: shop('Members'),
  },
  {
    ...{ name: 'keys', path: '/dev/keys', group: 'developers', key: 'k' },
    permission: 'store_keys:write',
    load: workshop('Keys'),
  },
  {
    ...{ name: 'webhooks', path: '/dev/webhooks', group: 'developers', key: 'w' },
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
    ...{ name: 'events', path: '/dev/events', group: 'developers', key: 'e' },
    permission: 'loans:read',
    load: traffic('Events'),
  },
  {
    ...{ name: 'requests', path: '/dev/requests', group: 'developers', key: 'r' },
    permission: 'loans:read',
    load: traffic('Requests'),
  },
  {
    ...{ name: 'request', path: '/dev/requests/:id', permission: 'loans:read' },
    load: traffic('OneRequest'),
  },
  {
    ...{ name: 'sandbox', path: '/dev/sandbox', group: 'developers', key: 'x' },
    permission: 'loans:read',
    load: workshop('Sandbox'),
  },
  {
    ...{ name: 'try', path: '/dev/try', group: 'developers', key: 't' },
    permission: 'loans:read',
    load: workshop('Try'),
  },
  me,
]
