import type { ApiKey } from '../../model/keys/api-key.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { lockKey } from '../../tenancy/api-keys/store.ts'
import type { Writing } from '../../tenancy/caller/context.ts'
import { hasStoreEvent, storeEventRow } from '../events/store.ts'
import { warningOf } from './action.ts'

type Exposure = {
  readonly key: ApiKey
  readonly sandbox: boolean
  /** The origin of the page; null if it was not sent in a valid form. */
  readonly origin: string | null
}

/** A page that everybody opens must not fill the store's events. */
const QUIET_MS = 3_600_000

/** The event that a private key has been put into a page: of each key at most one an hour. */
export function reportExposure(
  { writer, clock, ids, acting }: Writing,
  { key, sandbox, origin }: Exposure,
): Promise<void> {
  return writer.transaction(`exposure/${key.id}`, async (tx) => {
    await lockKey(tx, key)
    const now = clock.now()
    const about = {
      storeId: key.storeId,
      sandbox,
      type: 'api_key.exposed',
      subject: key.id,
    } as const
    if (await hasStoreEvent(tx, about, new Date(now.getTime() - QUIET_MS))) {
      return tx.commit(undefined)
    }
    const data = { api_key: { id: key.id, name: key.name, hint: key.hint }, origin }
    const event = storeEventRow({ ...about, id: ids.next(), data, createdAt: now })
    const action = { ...warningOf(key, 'api_key.report_exposure'), sandbox }
    return tx.commit(undefined, acted({ acting, ids }, action, event))
  })
}
