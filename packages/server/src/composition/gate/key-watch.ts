/**
 * Notes about keys beside the requests that carry them: a request neither waits for them nor fails
 * with them.
 */
import { limits } from '@svc/api'
import { touchLenderKey } from '../../lender/keys/store.ts'
import { type ApiKey, withoutKeys } from '../../model/keys/api-key.ts'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import { reportExposure } from '../../outbound/key-warnings/report-exposure.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import type { Reader } from '../../platform/database/database.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { originOf } from '../../platform/http/formats.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import { touchKey } from '../../tenancy/api-keys/store.ts'
import type { WholeService } from '../service/whole-service.ts'

export type KeyWatch = {
  /** A key was read and is valid. */
  used(key: ApiKey): void
  /** The same of a key of the lender. */
  usedByLender(key: LenderKey): void
  /** A private key arrived from a page, or in an address: then its origin is empty. */
  exposed(key: ApiKey, from: { sandbox: boolean; origin: string }): void
  /** Resolves when everything begun is written. */
  settled(): Promise<void>
}

type Watched = Pick<ApiKey, 'id' | 'lastUsedAt'> & { readonly storeId?: string }
type Touch<K> = (
  database: Reader,
  key: K,
  use: { readonly at: Date; readonly unlessAfter: Date },
) => Promise<void>

const USED_MS = 60_000
const EXPOSED_MS = 3_600_000
const REMEMBERED_MAX = 10_000

/** A note written less than `quietMs` ago in this process is not worth a query. */
function createMemory(quietMs: number) {
  const remembered = new BoundedMap<string, number>(REMEMBERED_MAX)
  return {
    /** Whether it is due; from then on it counts as written. */
    take(name: string, now: number): boolean {
      const at = remembered.get(name)
      if (at !== undefined && Math.abs(now - at) < quietMs) return false
      remembered.set(name, now)
      return true
    },
    forget: (name: string) => remembered.delete(name),
  }
}

export function createKeyWatch(service: WholeService): KeyWatch {
  const { database, clocks, log } = service
  const clock = clocks.real
  const uses = createMemory(USED_MS)
  const exposures = createMemory(EXPOSED_MS)
  const underWay = new Set<Promise<void>>()
  const write = (work: Promise<void>, key: Watched, failed: () => void) => {
    const done = work
      .catch((error: unknown) => {
        failed()
        const about = { api_key: key.id, store_id: key.storeId }
        log.error({ ...about, ...errorDetails(error) }, 'a note about a key could not be stored')
      })
      .then(() => {
        underWay.delete(done)
      })
    underWay.add(done)
  }
  const acting = serviceActing('key_watch', clocks.real)

  function used<K extends Watched>(key: K, touch: Touch<K>): void {
    const at = clock.now()
    const unlessAfter = new Date(at.getTime() - USED_MS)
    if (key.lastUsedAt !== null && key.lastUsedAt > unlessAfter) return
    if (!uses.take(key.id, at.getTime())) return
    write(touch(database, key, { at, unlessAfter }), key, () => {})
  }
  return {
    used: (key) => used(key, touchKey),
    usedByLender: (key) => used(key, touchLenderKey),
    exposed(key, { sandbox, origin }) {
      const name = `${key.id}/${sandbox}`
      if (!exposures.take(name, clock.now().getTime())) return
      const known = origin.length > limits.originMax ? undefined : originOf(origin)
      const from = known === undefined ? null : withoutKeys(known)
      const exposure = { key, sandbox, origin: from }
      const work = clocks
        .writing({ storeId: key.storeId, sandbox })
        .then((writing) => reportExposure({ ...writing, acting }, exposure))
      // The next request of that page tries it again.
      write(work, key, () => exposures.forget(name))
    },
    async settled() {
      await Promise.all(underWay)
    },
  }
}
