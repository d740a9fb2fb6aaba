import type { Answered, Ready, Unready } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { LaneState } from '../../platform/work/worker.ts'
import type { ReadinessReport } from './readiness.ts'
import { isStuck } from './rules.ts'

/** Each part by name, without a word that only the operator should read: that is in the log. */
function partsOf({
  health,
  lanes,
  paused,
  hasUndeclaredProxy,
  workers,
}: ReadinessReport): Omit<Answered<typeof Ready>, 'status'> {
  return {
    database: health.database,
    write: health.write,
    schema: health.schema,
    lanes: Object.fromEntries(lanes.map((lane) => [lane.name, laneView(lane, paused)])),
    clock: health.clock,
    proxies: hasUndeclaredProxy ? 'undeclared' : 'ok',
    ...(workers === undefined ? {} : { workers }),
  }
}

function laneView({ succeededAt, failing }: LaneState, paused: boolean) {
  return {
    status: laneStatus({ succeededAt, failing }, paused),
    last_success: succeededAt === undefined ? null : utcMicros(succeededAt),
    failing_since: failing === undefined ? null : utcMicros(failing.since),
  }
}

function laneStatus(
  { succeededAt, failing }: Pick<LaneState, 'succeededAt' | 'failing'>,
  paused: boolean,
): Answered<typeof Ready>['lanes'][string]['status'] {
  if (paused) return 'paused'
  if (failing !== undefined) return 'failing'
  return succeededAt === undefined ? 'waiting' : 'ok'
}

export function readyView(report: ReadinessReport): Answered<typeof Ready> {
  const { paused, lanes, workers, now } = report
  const isStopped = paused || workers === 'none'
  const degraded = isStopped || lanes.some(({ failing }) => isStuck(failing?.since, now))
  return { status: degraded ? 'degraded' : 'ok', ...partsOf(report) }
}

/** Beside the error. */
export function unreadyView(report: ReadinessReport): Omit<Answered<typeof Unready>, 'error'> {
  return { status: 'unavailable', ...partsOf(report) }
}
