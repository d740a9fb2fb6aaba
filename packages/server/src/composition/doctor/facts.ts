/** The database's facts on the health of the service: JSON, since its owner may be asked. */

import { countExpired } from '../../kernel/orders/store.ts'
import { countDueLoans, countRequested } from '../../kernel/payments/store.ts'
import { countUnqueued } from '../../lender/events/store.ts'
import { listPaused } from '../../lender/jobs/store.ts'
import { countLapsing } from '../../orders/lapses/store.ts'
import { countDue as countNotifications } from '../../orders/notifications/store.ts'
import { countDue as countDeliveries } from '../../outbound/deliveries/backlog.ts'
import { countUnplaced } from '../../outbound/events/store.ts'
import { countToSeal } from '../../outbound/seals/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { findUnsafeSettings } from '../../platform/database/durability.ts'
import { findOlder, listRests, type Older } from '../../platform/database/finishing.ts'
import { describeRole, type RoleFacts } from '../../platform/database/grants.ts'
import { readSchema, type Schema } from '../../platform/database/schema.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { countDuePayees, countPayable } from '../../settlement/payouts/store.ts'
import { countUnplacedActions } from '../../tenancy/actions/store.ts'
import { countExpired as countExpiredApprovals } from '../../tenancy/approvals/store.ts'
import { type SealedSample, sampleSealed } from '../../tenancy/secrets/check-secrets.ts'
import { countAdmins, hadTwoAdmins } from '../../tenancy/staff-accounts/store.ts'
import { countDueTerms } from '../../tenancy/terms/store.ts'
import {
  type Archiver,
  clockAheadMs,
  type Dead,
  describeServer,
  type Endpoints,
  findArchiver,
  findDeadDeliveries,
  findLastSeal,
  findSickEndpoints,
} from './store.ts'

export type LaneFacts = {
  readonly name: string
  readonly due: number
  /** How late the oldest is; 0 where nothing is due. */
  readonly lateMs: number
  /** How long it rests because somebody has stopped it; null: it does not. */
  readonly pausedMs: number | null
}

/** Of the write-ahead log. */
type Archiving = Pick<Archiver, 'on' | 'timeout' | 'failedSegment'> & {
  /** Null: never. */
  readonly archivedAgoMs: number | null
  readonly failedAgoMs: number | null
}

export type Facts = {
  readonly version: string
  readonly standby: boolean
  readonly bytes: number
  readonly unsafe: readonly string[]
  readonly archiving: Archiving | null
  readonly role: RoleFacts
  readonly clockAheadMs: number
  readonly schema: Schema
  /** Work that migrations have left, and the version that it waits for. */
  readonly left: { readonly parts: number; readonly older: Older }
  readonly sealed: readonly SealedSample[]
  readonly lanes: readonly LaneFacts[]
  readonly endpoints: Endpoints
  /** The people who can sign in and are not disabled; and whether there ever were two. */
  readonly administrators: { readonly count: number; readonly everTwo: boolean }
  readonly dead: Dead
  /** Since the last seal of any stream; null where nothing was ever sealed. */
  readonly sealAgeMs: number | null
}

type Count = (reader: Reader, now: Date) => Promise<Backlog>

/** The backlog of each lane that has one, as in `/metrics`. */
export const backlogs = {
  checkout_expiry: countExpired,
  authorisation_expiry: countLapsing,
  loan_collection: countDueLoans,
  event_positions: countUnplaced,
  action_places: countUnplacedActions,
  lender_events: countUnqueued,
  payouts: countDuePayees,
  proposed_payouts: countPayable,
  payment_results: countRequested,
  notifications: countNotifications,
  deliveries: (reader, now) => countDeliveries(reader, now, 'stores'),
  lender_deliveries: (reader, now) => countDeliveries(reader, now, 'lender'),
  seals: countToSeal,
  approval_expiry: countExpiredApprovals,
  terms: countDueTerms,
} as const satisfies Readonly<Record<string, Count>>

export async function collectFacts(reader: Reader, clock: Clock): Promise<Facts> {
  const now = clock.now()
  const ageMs = (at: Date) => Math.max(0, now.getTime() - at.getTime())
  const ageOf = (at: Date | null) => (at === null ? null : ageMs(at))
  const paused = new Map((await listPaused(reader)).map(({ name, pausedAt }) => [name, pausedAt]))
  const lanes: LaneFacts[] = []
  const pausedMs = (name: string) => ageOf(paused.get(name) ?? null)
  for (const [name, count] of Object.entries<Count>(backlogs)) {
    const { due, oldestAt } = await count(reader, now)
    const lateMs = oldestAt === null ? 0 : ageMs(oldestAt)
    lanes.push({ name, due, lateMs, pausedMs: pausedMs(name) })
    paused.delete(name)
  }
  // Of the others only their rest is reported.
  for (const name of paused.keys()) {
    lanes.push({ name, due: 0, lateMs: 0, pausedMs: pausedMs(name) })
  }
  const archiver = await findArchiver(reader)
  const lastSeal = await findLastSeal(reader)
  return {
    ...(await describeServer(reader)),
    unsafe: await findUnsafeSettings(reader),
    role: await describeRole(reader),
    clockAheadMs: await clockAheadMs(reader, clock),
    schema: await readSchema(reader),
    left: { parts: (await listRests(reader)).length, older: await findOlder(reader) },
    sealed: await sampleSealed(reader),
    lanes,
    endpoints: await findSickEndpoints(reader),
    administrators: { count: await countAdmins(reader), everTwo: await hadTwoAdmins(reader) },
    dead: await findDeadDeliveries(reader),
    archiving: archiver && {
      ...{ on: archiver.on, timeout: archiver.timeout, failedSegment: archiver.failedSegment },
      ...{ archivedAgoMs: ageOf(archiver.archivedAt), failedAgoMs: ageOf(archiver.failedAt) },
    },
    sealAgeMs: ageOf(lastSeal),
  }
}
