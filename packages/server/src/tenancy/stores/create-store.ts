import { scopes } from '@svc/api'
import { operator } from '../../model/keys/api-key.ts'
import { nextPayoutAt } from '../../model/payouts/calendar.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { findStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import { creationOf as creationOfKey } from '../api-keys/action.ts'
import { issueKey, rowOf } from '../api-keys/issue.ts'
import { keyRows } from '../api-keys/store.ts'
import type { Writing } from '../caller/context.ts'
import { calendarRows } from '../payout-calendars/store.ts'
import { provingTerms } from '../terms/versioning.ts'
import { creationOf } from './action.ts'
import { secretPlace, tokenPlace } from './secret-places.ts'
import { newSecret } from './signature.ts'
import { storeRows } from './store.ts'

type CreateStoreInput = {
  readonly store: Store
  readonly privateKey: string
  readonly publicKey: string
  /** The token that a plugin compares. */
  readonly notificationToken?: string
  readonly vault: Vault
}

/** Creates a store with its first two keys; does nothing if its id exists already. */
export function createStore(
  writing: Writing,
  { store, privateKey, publicKey, notificationToken, vault }: CreateStoreInput,
): Promise<void> {
  const { writer, clock, ids } = writing
  return writer.transaction(`store/${store.id}`, async (tx) => {
    if (await findStore(tx, store.id)) return tx.commit(undefined)
    const createdAt = clock.now()
    const encryptedSecret = vault.seal(newSecret(ids.bytes), secretPlace(store.id))
    const encryptedToken =
      notificationToken === undefined ? null : vault.seal(notificationToken, tokenPlace(store.id))
    const key = (kind: 'private' | 'public', text: string) => {
      const granted = kind === 'private' ? scopes : []
      const plan = { ...operator, name: `first ${kind} key`, kind, scopes: granted, makerId: null }
      return issueKey(ids, { storeId: store.id, plan, now: createdAt, text })
    }
    const keys = [key('private', privateKey), key('public', publicKey)]
    const { payout_schedule: schedule } = store.settings
    const rows = storeRows({ store, encryptedSecret, encryptedToken, createdAt })
    return tx.commit(
      undefined,
      acted(
        ...([writing, provingTerms(creationOf(store), rows)] as const),
        ...rows,
        calendarRows(store.id, nextPayoutAt(schedule, store.timeZone, createdAt)),
      ),
      ...keys.map((issued) => acted(writing, creationOfKey(issued.key), keyRows([rowOf(issued)]))),
    )
  })
}
