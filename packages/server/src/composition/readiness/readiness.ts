import type { ErrorCode } from '@svc/api'
import type { Clock } from '../../platform/time/clock.ts'
import type { LaneState } from '../../platform/work/worker.ts'
import type { WorkersState } from '../processes/peers.ts'
import {
  type Health,
  healthOf,
  mayWork,
  NO_CONNECTION,
  NOT_LOOKED_YET,
  type Observation,
  type Phase,
  refusalOf,
  unreadinessOf,
} from './rules.ts'

/** The report of `/readyz`, all of it from memory. */
export type ReadinessReport = {
  readonly unready: ErrorCode | undefined
  readonly health: Health
  readonly lanes: readonly LaneState[]
  /** Whether background work rests until the database or the clock is in order. */
  readonly paused: boolean
  readonly hasUndeclaredProxy: boolean
  /** Of a process that leaves the work to others. */
  readonly workers: WorkersState | undefined
  readonly now: Date
}

/** The process's own state: serving and working depend on it. */
export type Readiness = {
  /** Goes forward only: what stops does not serve again. */
  enter(phase: Phase): void
  /** Why requests are refused, if they are. */
  refusal(): ErrorCode | undefined
  /** Whether connections are no longer kept open. */
  isClosing(): boolean
  isStopping(): boolean
  mayWork(): boolean
  report(): ReadinessReport
  /** A look at the database begins; one that takes too long counts as no connection. */
  beginLook(): void
  observe(observation: Observation): void
  /** The look found no connection. */
  lose(error: Error): void
}

type ReadinessOptions = {
  /** Of the time that the report shows. */
  readonly clock: Clock
  /** Milliseconds that only go forward. */
  readonly elapsedMs?: () => number
  readonly lanes: () => readonly LaneState[]
  readonly hasUndeclaredProxy: () => boolean
  /** If the process leaves the work to others. */
  readonly workers?: () => WorkersState
  readonly log: {
    error(details: object, message: string): void
    warn(details: object, message: string): void
  }
}

const LOOK_MS_MAX = 6_000
const PHASES: readonly Phase[] = ['starting', 'serving', 'draining', 'stopping']

export function createReadiness(options: ReadinessOptions): Readiness {
  const { clock, lanes, hasUndeclaredProxy, workers, log } = options
  const { elapsedMs = () => performance.now() } = options
  let phase: Phase = 'starting'
  let health = NOT_LOOKED_YET
  let works = false
  let lookBegan: number | undefined

  const current = (): Health => {
    const isLate = lookBegan !== undefined && elapsedMs() - lookBegan > LOOK_MS_MAX
    return isLate && health.database === 'ok' ? NO_CONNECTION : health
  }

  function change(next: Health, cause: object): void {
    lookBegan = undefined
    const before = health
    health = next
    if (JSON.stringify(before) === JSON.stringify(next)) return
    const isWell = next.database === 'ok' && mayWork(next)
    if (!isWell) log.error({ ...next, ...cause }, 'the service is degraded or not ready')
    else if (before !== NOT_LOOKED_YET) log.warn(next, 'the service is healthy again')
  }

  return {
    enter(next) {
      if (PHASES.indexOf(next) > PHASES.indexOf(phase)) phase = next
    },
    refusal: () => refusalOf(phase, health),
    isClosing: () => phase === 'draining' || phase === 'stopping',
    isStopping: () => phase === 'stopping',
    mayWork: () => works,
    report: () => ({
      unready: unreadinessOf(phase, current()),
      health: current(),
      lanes: lanes(),
      paused: !works,
      hasUndeclaredProxy: hasUndeclaredProxy(),
      workers: workers?.(),
      now: clock.now(),
    }),
    beginLook() {
      lookBegan = elapsedMs()
    },
    observe(observation) {
      const { schema, clockOffMs, writeFailure } = observation
      const next = healthOf(observation)
      works = mayWork(next)
      change(next, { verdict: schema, clock_off_ms: clockOffMs, ...writeFailure })
    },
    // Whether there is work to be done is seen when the connection is back: until then the lanes
    // fail by themselves, and say so.
    lose({ message }) {
      change(NO_CONNECTION, { message })
    },
  }
}
