/** The ledger, its accounts, and statements of stores. */
export { Screen as Account } from './ledger/account.tsx'
export { Screen as Ledger } from './ledger/ledger.tsx'
export { Screen as Statements } from './statements/statements.tsx'
