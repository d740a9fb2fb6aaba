import type { Insert } from '../../platform/database/database.ts'
import type { SettlementLine } from './settlement.ts'

export const settlementLineRows = (lines: readonly SettlementLine[]): Insert[] =>
  lines.length === 0 ? [] : [{ table: 'settlement_lines', rows: lines }]
