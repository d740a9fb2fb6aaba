import { createHash } from 'node:crypto'
import { newStore } from '../../model/stores/new-store.ts'
import type { Lender, Store } from '../../model/stores/store-account.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { deriveKey } from '../../tenancy/api-keys/key-format.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { createStore } from '../../tenancy/stores/create-store.ts'
import { setAddresses } from '../../tenancy/stores/set-addresses.ts'
import { findNotificationSecrets } from '../../tenancy/stores/store.ts'

/** Nobody lends anything here, and its documents say so; the name reads in every language. */
const lender: Lender = {
  name: 'Crédito Demo',
  address: 'Calle de la Demostración 1, 28000 Madrid',
  email: 'lender@example.com',
  phone: '+34 900 000 000',
  url: 'https://lender.example.com',
  registration: 'Demo: sin licencia, no licence',
  supervisor: null,
  complaints: null,
}

export type DemoStore = {
  readonly store: Store
  readonly privateKey: string
  readonly publicKey: string
}
export type DemoStores = { readonly first: DemoStore; readonly other: DemoStore }

type Wish = {
  /** Id and keys follow from it. */
  readonly purpose: string
  readonly name: string
  /** From the address of its notifications, by the store's id. */
  readonly query: (id: string) => string
}

/** A store of the demo: its id and keys follow from `SECRET_KEY`, so they survive every restart. */
export function demoStoreOf(
  secretKey: string,
  baseUrl: string,
  { purpose, name, query }: Wish,
): DemoStore {
  const id = createHash('sha256').update(`${purpose}/${secretKey}`).digest('hex').slice(0, 32)
  const notificationUrl = `${baseUrl}/demo/notifications${query(id)}`
  return {
    store: newStore({ id, name, url: baseUrl, notificationUrl, products: [], lender }),
    privateKey: deriveKey('private', secretKey, purpose),
    publicKey: deriveKey('public', secretKey, purpose),
  }
}

/** The demo's two stores (contract §11). */
export function demoStores(secretKey: string, baseUrl: string): DemoStores {
  const wish = (purpose: string, name: string, query: Wish['query']) =>
    demoStoreOf(secretKey, baseUrl, { purpose, name, query })
  return {
    first: wish('demo store', 'Mirlo', () => ''),
    other: wish('other demo store', 'Other demo store', (id) => `?store=${id}`),
  }
}

/** Creates the missing stores and sets the current address of the demo in existing ones. */
export async function prepareStores(
  writing: Writing,
  stores: DemoStores,
  vault: Vault,
): Promise<void> {
  for (const { store, privateKey, publicKey } of [stores.first, stores.other]) {
    await createStore(writing, { store, privateKey, publicKey, vault })
    const { notification_url } = store.settings
    await setAddresses(writing, store.id, { notification_url })
  }
}

export async function currentSecret(
  database: Database,
  { storeId, now, vault }: { storeId: string; now: Date; vault: Vault },
): Promise<string | null> {
  const [sealed] = await findNotificationSecrets(database, storeId, now)
  return sealed === undefined ? null : vault.open(sealed.sealed, sealed.place)
}
