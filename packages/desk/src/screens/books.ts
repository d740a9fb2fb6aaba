/** The ledger, an account of it, and the statement of a store. */
export { Screen as Account } from './ledger/account.tsx'
export { Screen as Ledger } from './ledger/ledger.tsx'
export { Screen as Statements } from './statements/statements.tsx'
