/** The daily work of a store’s staff: home, search, orders and payouts. */
export { Screen as OwnOrders } from './own/orders.tsx'
export { Screen as OwnHome } from './own/own-home.tsx'
export { Screen as OwnPayout } from './own/payout.tsx'
export { Screen as OwnPayouts } from './own/payouts.tsx'
export { Screen as OwnSearch } from './own/search.tsx'
