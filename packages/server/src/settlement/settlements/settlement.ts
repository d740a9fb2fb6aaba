import type { Tables } from '../../platform/database/tables.ts'

/** A line of the store's commercial transactions (contract §9). */
export type SettlementLine = Omit<Tables['settlement_lines'], 'actionId'>
