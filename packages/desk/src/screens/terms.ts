/** Terms of stores, and creditors. */
export { Screen as Creditor } from './creditors/creditor.tsx'
export { Screen as Creditors } from './creditors/creditors.tsx'
export { Screen as Terms } from './stores/terms.tsx'
