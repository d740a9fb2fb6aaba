/**
 * The owners of endpoints. The lender's rows are in separate tables of the same shape, so that no
 * backlog of theirs delays a store and no store's row can be mistaken for one of theirs.
 */

import { type AnyEventType, allEventTypes, eventTypes } from '@svc/api'
import { LENDER } from './stream-key.ts'

const OF_STORES = {
  endpoints: 'webhook_endpoints',
  subscriptions: 'webhook_subscriptions',
  deliveries: 'webhook_deliveries',
  attempts: 'webhook_attempts',
  streams: 'event_streams',
} as const

const OF_LENDER = {
  endpoints: 'lender_endpoints',
  subscriptions: 'lender_subscriptions',
  deliveries: 'lender_deliveries',
  attempts: 'lender_attempts',
  streams: 'lender_streams',
} as const

export const isLenders = (storeId: string): boolean => storeId === LENDER

/** The tables of an owner, by the store's id or the constant for the lender. */
export const tablesOf = (storeId: string) => (isLenders(storeId) ? OF_LENDER : OF_STORES)

/** All event types that an owner can subscribe to. */
export const typesOf = (storeId: string): readonly AnyEventType[] =>
  isLenders(storeId) ? allEventTypes : eventTypes

/** Done for all stores, or for the lender. */
export type Owners = 'stores' | 'lender'
export const tablesOfAll = (owners: Owners) => (owners === 'lender' ? OF_LENDER : OF_STORES)
