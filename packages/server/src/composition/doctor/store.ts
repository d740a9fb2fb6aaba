import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'

type Server = { readonly version: string; readonly standby: boolean; readonly bytes: number }

const SERVER = computed<Server>({
  version: `split_part(current_setting('server_version'), ' ', 1)`,
  standby: 'pg_is_in_recovery()',
  bytes: 'pg_database_size(current_database())',
})

export async function describeServer(reader: Reader): Promise<Server> {
  const [server] = await reader.query(select(SERVER, ''), [])
  return server ?? { version: '', standby: false, bytes: 0 }
}

/**
 * In ms: by how much this machine is ahead of the database, as far as that is certain; the round
 * trip leaves the rest open.
 */
export async function clockAheadMs(reader: Reader, clock: Clock): Promise<number> {
  const began = clock.now().getTime()
  const beganMs = performance.now()
  const [row] = await reader.query(
    select(computed<{ now: Date }>({ now: 'clock_timestamp()' }), ''),
    [],
  )
  const halfTripMs = (performance.now() - beganMs) / 2
  const aheadMs = began + halfTripMs - (row?.now.getTime() ?? Number.NaN)
  return Math.sign(aheadMs) * Math.round(Math.max(0, Math.abs(aheadMs) - halfTripMs))
}

export type Archiver = {
  /** Whether `archive_mode` is on. */
  readonly on: boolean
  /** In seconds; 0: only full segments are archived. */
  readonly timeout: number
  readonly archivedAt: Date | null
  readonly failedAt: Date | null
  readonly failedSegment: string | null
}

const ARCHIVER = computed<Archiver>({
  on: `current_setting('archive_mode') <> 'off'`,
  timeout: `(SELECT s.setting::integer FROM pg_settings s WHERE s.name = 'archive_timeout')`,
  archivedAt: 'a.last_archived_time',
  failedAt: 'a.last_failed_time',
  failedSegment: 'a.last_failed_wal',
})

export async function findArchiver(reader: Reader): Promise<Archiver | null> {
  const [archiver] = await reader.query(select(ARCHIVER, 'FROM pg_stat_archiver a'), [])
  return archiver ?? null
}

export type Endpoints = {
  /** By what happened to them: a store may have disabled others itself. */
  readonly disabled: number
  /** Enabled, and without a success for an hour. */
  readonly failing: number
  /** One of them. */
  readonly example: string | null
}

const ENDPOINTS = computed<Endpoints>({
  disabled: `count(*) FILTER (WHERE w.state = 'disabled')`,
  failing: `count(*) FILTER (WHERE w.state = 'enabled')`,
  example: `min(w.id || ' of store ' || w.store_id)`,
})

export async function findSickEndpoints(reader: Reader): Promise<Endpoints> {
  const [endpoints] = await reader.query(
    select(
      ENDPOINTS,
      `FROM webhook_endpoints w
       WHERE (w.state = 'disabled' AND w.disabled_reason <> 'store')
         OR (w.state = 'enabled' AND w.failing_since < now() - interval '1 hour')`,
    ),
    [],
  )
  return endpoints ?? { disabled: 0, failing: 0, example: null }
}

export type Dead = { readonly count: number; readonly example: string | null }

/** More is only "many". */
const DEAD_MAX = 10_000

const DEAD = computed<Dead>({ count: 'count(*)', example: 'min(endpoint)' })

/** Deliveries of the last week that were given up. */
export async function findDeadDeliveries(reader: Reader): Promise<Dead> {
  const [dead] = await reader.query(
    select(
      DEAD,
      `FROM (SELECT w.id || ' of store ' || w.store_id AS endpoint
         FROM webhook_deliveries d
           JOIN webhook_endpoints w ON w.store_id = d.store_id AND w.id = d.endpoint_id
         WHERE d.state = 'failed' AND d.created_at > now() - interval '7 days'
           AND w.state <> 'deleted' LIMIT ${DEAD_MAX}) dead`,
    ),
    [],
  )
  return dead ?? { count: 0, example: null }
}

const LAST_SEAL = computed<{ at: Date | null }>({ at: 'max(h.sealed_at)' })

export async function findLastSeal(reader: Reader): Promise<Date | null> {
  const [seal] = await reader.query(select(LAST_SEAL, 'FROM seal_heads h'), [])
  return seal?.at ?? null
}
