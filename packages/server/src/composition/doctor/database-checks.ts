/** The findings from the facts of the database: pure. */
import type { RoleFacts } from '../../platform/database/grants.ts'
import { CODE_LEVEL, type Schema } from '../../platform/database/schema.ts'
import { BACKLOG_MAX } from '../../platform/work/backlog.ts'
import { type Check, inWords, ok, problem, sizeInWords, warning } from './check.ts'
import type { Facts, LaneFacts } from './facts.ts'

const CLOCK_MS_WARNED = 500
/** From here on background work rests (`readiness/rules.ts`). */
const CLOCK_MS_MAX = 2_000
const LATE_MS_WARNED = 300_000
/** An active stream normally has a seal every minute. */
const SEAL_LATE_MS_WARNED = 900_000
const LATE_MS_MAX = 3_600_000
const PRIVILEGES_NAMED = 5

/** A segment that fails is tried again every minute. */
const ARCHIVE_FAILS_MS_MAX = 600_000

type Place = { readonly embedded: boolean; readonly demo: boolean }

export function databaseChecks(facts: Facts, { embedded, demo }: Place): Check[] {
  return [
    serverCheck(facts, embedded),
    schemaCheck(facts.schema),
    leftCheck(facts.left),
    durabilityCheck(facts.unsafe, embedded),
    ...archivingChecks(facts, embedded),
    ...(embedded ? [] : [roleCheck(facts.role)]),
    clockCheck(facts.clockAheadMs),
    ...facts.lanes.map(laneCheck),
    ...(demo ? [] : [administratorCheck(facts.administrators)]),
    endpointCheck(facts),
    deliveryCheck(facts),
    sealCheck(facts),
  ]
}

function serverCheck({ version, standby, bytes }: Facts, embedded: boolean): Check {
  const name = embedded ? 'embedded PostgreSQL' : 'PostgreSQL'
  const message = `${name} ${version}, ${sizeInWords(bytes)}`
  if (!standby) return ok('database', message)
  const advice = 'set DATABASE_URL to the primary, or to all hosts: see postgresql.md'
  return warning('database', `${message}: a standby, which nothing can be written to`, advice)
}

/** One that does not fit is never read: the snapshot refuses it. */
function schemaCheck({ newest }: Schema): Check {
  if (newest <= CODE_LEVEL) return ok('schema', `migration ${newest}, as this version has it`)
  const message = `migration ${newest} by a newer version; this one knows ${CODE_LEVEL} and works`
  return warning('schema', message, 'end the upgrade: deploy the newer version everywhere')
}

/** Finished, the version before no longer works with it: its operator says when (decision 0145). */
function leftCheck({ parts, older: { count, secondsAgo } }: Facts['left']): Check {
  const name = 'migrations'
  if (parts === 0) return ok(name, 'all are complete')
  const message = `${parts} parts are left for when no earlier version runs`
  if (count > 0) return ok(name, `${message}: ${count} did, ${Math.round(secondsAgo)} s ago`)
  return warning(name, message, 'once you will not go back: `svc migrate --finish` (upgrade.md)')
}

function durabilityCheck(unsafe: readonly string[], embedded: boolean): Check {
  const name = 'durability'
  if (unsafe.length === 0) return ok(name, 'confirmed data is on disk')
  if (embedded) {
    const message =
      'the embedded database does not wait for the disk: a power cut can lose the latest writes'
    return warning(name, message, 'for real money, set DATABASE_URL to a PostgreSQL server')
  }
  const message = `${unsafe.join(', ')} off: a crash may undo what was confirmed`
  return problem(name, message, 'switch it on, also for the role and the database, and reload')
}

/** A standby archives nothing, and the embedded database has no archive. */
function archivingChecks({ archiving, standby }: Facts, embedded: boolean): Check[] {
  if (embedded || standby || archiving === null) return []
  const name = 'archiving'
  const { on, timeout, archivedAgoMs, failedAgoMs, failedSegment } = archiving
  const page = 'backup.md, "Point-in-time recovery of PostgreSQL"'
  if (!on) {
    const advice = `see ${page}; or see that pg_receivewal or the host does it`
    return [warning(name, 'off: a lost disk loses all since the last backup', advice)]
  }
  const last =
    archivedAgoMs === null ? 'none ever was' : `the last was ${inWords(archivedAgoMs)} ago`
  if (failedAgoMs !== null && (archivedAgoMs === null || failedAgoMs < archivedAgoMs)) {
    const message = `segment ${failedSegment} cannot be archived; ${last}`
    const advice = "see PostgreSQL's log; until then its disk fills up with the write-ahead log"
    const isLate = archivedAgoMs === null || archivedAgoMs > ARCHIVE_FAILS_MS_MAX
    return [isLate ? problem(name, message, advice) : warning(name, message, advice)]
  }
  if (archivedAgoMs === null)
    return [
      warning(name, 'on, but no segment was archived yet', 'call pg_switch_wal(), and check again'),
    ]
  if (timeout === 0)
    return [warning(name, `full segments only; ${last}`, `set archive_timeout = 60: ${page}`)]
  return [ok(name, `segments are archived; ${last}`)]
}

function roleCheck({ name: role, superuser, owner, creates, excess, lacking }: RoleFacts): Check {
  const name = 'database role'
  if (lacking.length > 0) {
    const advice = `run \`svc migrate --grant-to ${role}\` as the role that owns the schema`
    return problem(name, `${role} may not ${someOf(lacking)}`, advice)
  }
  const advice = 'run the service on a role of its own: see postgresql.md, "Two roles"'
  if (superuser) return warning(name, `${role} is a superuser, without any limits`, advice)
  if (owner)
    return warning(name, `${role} owns the schema, and may rewrite what never changes`, advice)
  const more = [...(creates ? ['CREATE on the schema'] : []), ...excess]
  if (more.length === 0) return ok(name, `${role} may do what the service needs, and no more`)
  return warning(name, `${role} may do more than it needs: ${someOf(more)}`, advice)
}

function someOf(privileges: readonly string[]): string {
  const rest = privileges.length - PRIVILEGES_NAMED
  const more = rest > 0 ? ` and ${rest} more` : ''
  return `${privileges.slice(0, PRIVILEGES_NAMED).join(', ')}${more}`
}

function clockCheck(aheadMs: number): Check {
  const offMs = Math.abs(aheadMs)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  const seconds = (offMs / 1_000).toFixed(1)
  const message = `this machine is ${seconds} s ${side} the database`
  const advice = 'check the time service (NTP) of both machines'
  if (offMs > CLOCK_MS_MAX) return problem('clock', `${message}: background work rests`, advice)
  if (offMs > CLOCK_MS_WARNED) return warning('clock', message, advice)
  return ok('clock', `less than ${CLOCK_MS_WARNED} ms from the database`)
}

function laneCheck({ name: lane, due, lateMs, pausedMs }: LaneFacts): Check {
  const name = `lane ${lane}`
  const count = due >= BACKLOG_MAX ? `${BACKLOG_MAX} or more` : String(due)
  const message = due === 0 ? 'nothing is due' : `${count} due, the oldest for ${inWords(lateMs)}`
  if (pausedMs !== null) {
    const rests = `paused by a person ${inWords(pausedMs)} ago; ${message}`
    return warning(name, rests, `let it go on when it may: \`svc jobs resume ${lane}\``)
  }
  const advice = `see whether a process works (/readyz), and its log for "lane":"${lane}"`
  if (lateMs > LATE_MS_MAX) return problem(name, message, advice)
  const warned = lane === 'seals' ? SEAL_LATE_MS_WARNED : LATE_MS_WARNED
  return lateMs > warned ? warning(name, message, advice) : ok(name, message)
}

/** Live mode lends nothing until there are two (decision 0140). */
function administratorCheck({ count, everTwo }: Facts['administrators']): Check {
  const name = 'administrators'
  const message = count === 1 ? 'one can sign in' : `${count === 0 ? 'none' : count} can sign in`
  if (count > 1) return ok(name, message)
  if (everTwo) {
    const advice = 'nobody can approve requests of the only one: `svc staff invite --roles admin`'
    return warning(name, `${message}: there were two`, advice)
  }
  const first = count === 0 ? '`svc staff invite --first`, then a second one' : 'a second one'
  const advice = `live mode lends nothing until there are two: ${first} (guides/sign-in.md)`
  return warning(name, message, advice)
}

function endpointCheck({ endpoints: { disabled, failing, example } }: Facts): Check {
  const name = 'webhook endpoints'
  if (disabled + failing === 0) return ok(name, 'none fails or was disabled by failures')
  const message = `${disabled} disabled by failures, ${failing} without success for an hour`
  const advice = `tell their stores, such as of ${example}; a store enables its own again`
  return warning(name, message, advice)
}

function deliveryCheck({ dead: { count, example } }: Facts): Check {
  const name = 'webhook deliveries'
  if (count === 0) return ok(name, 'none of the last 7 days was given up')
  const message = `${count} of the last 7 days given up, such as of ${example}`
  return warning(
    name,
    message,
    'once the store answers again it recovers them: POST /me/webhooks/:webhookId/recover',
  )
}

function sealCheck({ sealAgeMs }: Facts): Check {
  if (sealAgeMs === null) return ok('seals', 'nothing was sealed yet')
  return ok('seals', `the last was made ${inWords(sealAgeMs)} ago`)
}
