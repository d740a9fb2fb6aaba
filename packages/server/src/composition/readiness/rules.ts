/** The consequences of the state of the process and its database (contract §12.14). */
import type { ErrorCode } from '@svc/api'
import type { SchemaVerdict } from '../../platform/database/schema.ts'

/**
 * The phases of the process, in this order; `draining` still serves, and says that it soon will
 * not.
 */
export type Phase = 'starting' | 'serving' | 'draining' | 'stopping'

/** The result of one probe of the database. */
export type Observation = {
  readonly schema: SchemaVerdict
  /** In ms: by how much our clock and that of the database differ for certain. */
  readonly clockOffMs: number
  /** Why a small write failed; the code is an SQLSTATE. */
  readonly writeFailure:
    | { readonly code?: string | undefined; readonly message: string }
    | undefined
}

/** Each part by itself, in words that are fit for strangers. */
export type Health = {
  readonly database: 'ok' | 'unavailable' | 'unknown'
  readonly write: 'ok' | 'read_only' | 'disk_full' | 'failing' | 'unknown'
  readonly schema: 'ok' | 'incompatible' | 'unknown'
  readonly clock: 'ok' | 'off' | 'unknown'
}

/** Before the first look. */
export const NOT_LOOKED_YET: Health = {
  database: 'unknown',
  write: 'unknown',
  schema: 'unknown',
  clock: 'unknown',
}
/** Without a connection nothing else is known. */
export const NO_CONNECTION: Health = { ...NOT_LOOKED_YET, database: 'unavailable' }

const CLOCK_OFF_MS_MAX = 2_000
const READ_ONLY = '25006'
const DISK_FULL = '53100'

export function healthOf({ schema, clockOffMs, writeFailure }: Observation): Health {
  return {
    database: 'ok',
    write: writeHealth(writeFailure),
    schema: schema === 'compatible' ? 'ok' : 'incompatible',
    clock: clockOffMs > CLOCK_OFF_MS_MAX ? 'off' : 'ok',
  }
}

function writeHealth(failure: Observation['writeFailure']): Health['write'] {
  if (failure === undefined) return 'ok'
  if (failure.code === READ_ONLY) return 'read_only'
  return failure.code === DISK_FULL ? 'disk_full' : 'failing'
}

/** Whether work that nobody waits for may be done: it is right only if everything is. */
export function mayWork({ write, schema, clock }: Health): boolean {
  return write === 'ok' && schema === 'ok' && clock === 'ok'
}

/** Why requests are refused, if they are. */
export function refusalOf(phase: Phase, { schema }: Health): ErrorCode | undefined {
  if (phase === 'starting') return 'service_starting'
  if (phase === 'stopping') return 'service_stopping'
  return schema === 'incompatible' ? 'schema_incompatible' : undefined
}

/** Why nobody should send requests here, if nobody should. */
export function unreadinessOf(phase: Phase, health: Health): ErrorCode | undefined {
  if (phase === 'draining') return 'service_stopping'
  const refusal = refusalOf(phase, health)
  return refusal ?? (health.database === 'ok' ? undefined : 'database_unavailable')
}

const LANE_FAILING_MS_MAX = 60_000

/** A lane that failed once tries again; one that fails for a minute is somebody's to look at. */
export function isStuck(failingSince: Date | undefined, now: Date): boolean {
  return failingSince !== undefined && now.getTime() - failingSince.getTime() > LANE_FAILING_MS_MAX
}
