import type { Insert } from '../../platform/database/database.ts'
import type { SettlementLine } from './settlement.ts'

export function settlementLineRows(lines: readonly SettlementLine[]): Insert[] {
  if (lines.length === 0) return []
  const rows = lines.map((line) => ({
    store_id: line.storeId,
    sandbox: line.sandbox,
    id: line.id,
    type: line.type,
    order_id: line.orderId,
    event_sequence: line.eventSequence,
    ledger_sequence: line.ledgerSequence,
    effect_id: line.effectId,
    currency: line.currency,
    amount: line.amount,
    net: line.net,
    created_at: line.createdAt,
  }))
  return [{ table: 'settlement_lines', rows }]
}
