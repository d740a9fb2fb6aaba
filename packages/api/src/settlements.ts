/** The kinds of a store's commercial transactions (contract §9). */
export const settlementTypes = [
  'capture',
  'void',
  'refund',
  'cancel',
  'edit',
  'fee',
  'campaign_cost',
  'payout',
] as const
export type SettlementType = (typeof settlementTypes)[number]
