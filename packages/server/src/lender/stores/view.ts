import type {
  Answered,
  LenderStoreAnswer,
  LenderStoreItem,
  MovedLenderStore,
  NewLenderStoreAnswer,
  OpenedLenderStore,
  StoreStateName,
} from '@svc/api'
import type { Store, StoreAccount, StoreRegister } from '../../model/stores/store-account.ts'
import { type StoredAccount, storeIn } from '../../model/stores/store-terms.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { LenderRequest } from '../../tenancy/caller/route.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { linkAddress } from '../../tenancy/staff-links/issue.ts'
import { type Shown, storeView } from '../../tenancy/stores/view.ts'
import type { Judged } from '../allowed-acts/judging.ts'
import { actView, pendingView } from '../allowed-acts/view.ts'
import type { StoreAct } from './acts.ts'
import type { CreatedStore } from './create-lender-store.ts'
import type { Affected } from './store.ts'

/** When, where and in which mode a store is shown to the caller: by the time of the world. */
export function shownBy(
  { clocks }: Pick<Service, 'clocks'>,
  { baseUrl, caller }: Pick<LenderRequest, 'baseUrl' | 'caller'>,
): Shown {
  return { at: clocks.real.now(), baseUrl, sandbox: caller.sandbox }
}

type Listed = Store & { readonly createdAt: Date; readonly state: StoreStateName }

export function listedStoreView(store: Listed): Answered<typeof LenderStoreItem> {
  const { id, name, timeZone, settings, createdAt, state } = store
  return {
    id,
    name,
    url: settings.url === '' ? null : settings.url,
    time_zone: timeZone,
    currency: settings.currency,
    state,
    created: utcMicros(createdAt),
  }
}

/** By the name that the lender has registered, with all that the store may offer. */
export function storedStoreView(
  stored: StoredAccount,
  shown: Shown,
): Answered<typeof LenderStoreAnswer> {
  const store = storeIn(stored, shown)
  const settings = { ...store.settings, products: store.terms.allowed }
  return lenderStoreView({ ...store, name: stored.name, settings }, shown)
}

/** `affected`: of a dry run. */
export function movedStoreView(
  stored: StoredAccount,
  shown: Shown,
  affected?: Affected,
): Answered<typeof MovedLenderStore> {
  const view = storedStoreView(stored, shown)
  if (affected === undefined) return view
  const { openCheckouts, uncapturedOrders, payouts } = affected
  const open = { open_checkouts: openCheckouts, uncaptured_orders: uncapturedOrders }
  return { ...view, affected: { ...open, payouts } }
}

type Opened = { readonly store: StoredAccount; readonly judged: Judged<StoreAct> }

export const openedStoreView = (
  { store, judged }: Opened,
  shown: Shown,
): Answered<typeof OpenedLenderStore> => ({
  ...storedStoreView(store, shown),
  allowed_actions: {
    change: actView(judged.act('change')),
    activate: actView(judged.act('activate')),
    suspend: actView(judged.act('suspend')),
    resume: actView(judged.act('resume')),
    close: actView(judged.act('close')),
    terms: actView(judged.act('terms')),
  },
  pending_approvals: pendingView(judged.pending),
})

function lenderStoreView(account: StoreAccount, shown: Shown): Answered<typeof LenderStoreAnswer> {
  const { products, collection, decision, lender, ...store } = storeView(account, shown)
  const { payout_schedule, refund_spread, fees_on_refund, capture_within } = store
  const now = shown.sandbox ? account.sandboxState : account.liveState
  const { state, newCredit, captures, payouts } = now
  return {
    ...listedStoreView({ ...account, state }),
    switches: { new_credit: newCredit, captures, payouts },
    version: account.version,
    register: registerView(account.register),
    terms: {
      version: account.terms.version,
      effective_from: utcMicros(account.terms.since ?? account.createdAt),
      ...{ products, collection, decision, payout_schedule, refund_spread, fees_on_refund },
      ...{ capture_within, creditor: lender },
    },
  }
}

function registerView({ legal_name, tax_id, country, contact, owner_email }: StoreRegister) {
  return {
    legal_name: legal_name ?? null,
    tax_id: tax_id ?? null,
    country: country ?? null,
    contact: {
      name: contact?.name ?? null,
      email: contact?.email ?? null,
      phone: contact?.phone ?? null,
    },
    owner_email: owner_email ?? null,
  }
}

/** The one answer that holds the link. */
export function newStoreView(
  { store, link }: CreatedStore,
  shown: Shown & { readonly deskUrl: string },
): Answered<typeof NewLenderStoreAnswer> {
  const invitation = link && {
    ...{ link: linkAddress(shown.deskUrl, link), expires_at: utcMicros(link.expiresAt) },
  }
  return { ...lenderStoreView(store, shown), invitation }
}
