/** A store, and what is paid to it. */
export { Screen as Payout } from './payouts/payout.tsx'
export { Screen as Store } from './stores/store.tsx'
