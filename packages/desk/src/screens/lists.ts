/** Lists of the lender’s book. */
export { Screen as Decisions } from './decisions/decisions.tsx'
export { Screen as Loans } from './loans/loans.tsx'
export { Screen as Orders } from './orders/orders.tsx'
export { Screen as Payouts } from './payouts/payouts.tsx'
export { Screen as People } from './people/people.tsx'
export { Screen as Stores } from './stores/stores.tsx'
