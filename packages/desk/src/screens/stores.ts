/** A store, and a payout to it. */
export { Screen as Payout } from './payouts/payout.tsx'
export { Screen as Store } from './stores/store.tsx'
