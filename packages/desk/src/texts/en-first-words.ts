/** Words of the API that are there with the first page. */
import type { esFirstWords } from './es-first-words.ts'

export const enFirstWords: typeof esFirstWords = {
  store: 'Store',
  bucket: 'Bucket',
  count: 'Count',
  receivable: 'Owed',
  overdue_amount: 'Overdue',
  current: 'current',
  support: 'support',
  collections: 'collections',
  risk: 'risk',
  finance: 'finance',
  admin: 'admin',
  auditor: 'auditor',
  store_owner: 'store owner',
  store_operator: 'store operator',
  store_viewer: 'store viewer',
  lender_key: "lender's key",
}
