/**
 * Whose endpoints they are. The lender's rows stand in tables of their own, of the same shape, so
 * that no backlog of theirs delays a store and no store's row can be taken for one of theirs.
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

/** Where the rows of an owner stand, by the id of the store or the word for the lender. */
export const tablesOf = (storeId: string) => (isLenders(storeId) ? OF_LENDER : OF_STORES)

/** All that an owner can subscribe to. */
export const typesOf = (storeId: string): readonly AnyEventType[] =>
  isLenders(storeId) ? allEventTypes : eventTypes

/** What is done for all stores, or for the lender. */
export type Owners = 'stores' | 'lender'
export const tablesOfAll = (owners: Owners) => (owners === 'lender' ? OF_LENDER : OF_STORES)
