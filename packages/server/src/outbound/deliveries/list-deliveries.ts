import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { existing } from '../../platform/refusal.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import type { Owner } from '../../tenancy/caller/lender-owner.ts'
import { findWebhook } from '../endpoints/store.ts'
import type { Delivery } from './delivery.ts'
import { deliveryList, listDeliveries as listRows } from './list-store.ts'

type ListDeliveriesInput = {
  readonly webhookId: string
  readonly parameters: URLSearchParams
}

/** A page of what was or is to be sent to a webhook, with the exact count of all that fit. */
export async function listDeliveries(
  { database }: Reading,
  { store, sandbox }: Owner,
  { webhookId, parameters }: ListDeliveriesInput,
): Promise<{ count: number; deliveries: Delivery[]; page: ListQuery }> {
  const page = readListQuery(deliveryList, parameters, { timeZone: store.timeZone })
  const key = { storeId: store.id, sandbox, webhookId }
  const webhook = existing(await findWebhook(database, key), 'webhook', webhookId)
  const { count, deliveries } = await listRows(database, webhook, page)
  return { count, deliveries, page }
}
