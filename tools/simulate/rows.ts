/** The rows read of the checked orders. */
import type { AnyRow } from '../../test/fixtures/any-row.ts'

export const tables = [
  'captures',
  'voids',
  'refunds',
  'capture_refunds',
  'ledger_entries',
  'ledger_postings',
  'settlement_lines',
  'loans',
  'instalments',
  'allocations',
  'payments',
  'reductions',
  'events',
] as const

export type Rows = Readonly<Record<(typeof tables)[number], readonly AnyRow[]>>
