import type { Answered, LenderStoreAnswer, LenderStoreItem } from '@svc/api'
import type { StoreAccount } from '../../model/stores/store-account.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { storeView } from '../../tenancy/stores/view.ts'
import type { ListedStore } from './list-store.ts'

export function listedStoreView(store: ListedStore): Answered<typeof LenderStoreItem> {
  const { id, name, timeZone, settings, createdAt } = store
  return {
    id,
    name,
    url: settings.url === '' ? null : settings.url,
    time_zone: timeZone,
    currency: settings.currency,
    created: utcMicros(createdAt),
  }
}

export function lenderStoreView(
  account: StoreAccount,
  { at, baseUrl }: { readonly at: Date; readonly baseUrl: string },
): Answered<typeof LenderStoreAnswer> {
  const { products, collection, decision, lender, ...store } = storeView(account, at, baseUrl)
  const { payout_schedule, refund_spread, fees_on_refund, capture_within } = store
  return {
    ...listedStoreView(account),
    terms: {
      version: 0,
      ...{ products, collection, decision, payout_schedule, refund_spread, fees_on_refund },
      ...{ capture_within, creditor: lender },
    },
  }
}
