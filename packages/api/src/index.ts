/**
 * The wire as data: what requests and answers look like, which errors exist, and how money is
 * computed.
 */
export * from './currencies.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './limits.ts'
export * from './money.ts'
export * from './schemas/api-key-answers.ts'
export * from './schemas/api-keys.ts'
export * from './schemas/availability.ts'
export * from './schemas/campaign-answers.ts'
export * from './schemas/campaigns.ts'
export * from './schemas/checkout-answers.ts'
export * from './schemas/checkouts.ts'
export * from './schemas/common.ts'
export * from './schemas/history.ts'
export * from './schemas/orders.ts'
export * from './schemas/store-answers.ts'
export * from './schemas/stores.ts'
