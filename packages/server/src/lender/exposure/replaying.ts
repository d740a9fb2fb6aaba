/**
 * Decisions of the last 30 days, judged again by a person who tries another rule (decision 0139).
 */
import type { Database } from '../../platform/database/database.ts'
import { type JudgedRow, listJudged } from './store.ts'

const DAYS_MS = 30 * 24 * 3_600_000
/** More decisions, the older ones, are not judged again: the answer says so. */
const REPLAYED_MAX = 10_000
/** Other callers wait for no more than one part. */
const PART = 100

type Replaying = {
  readonly sandbox: boolean
  /** Of one store; absent: of all. */
  readonly storeId?: string
  readonly now: Date
}

type Replayable<T> = {
  /** The newest first. */
  readonly all: readonly T[]
  /** From when on these are all there are. */
  readonly since: Date
  readonly complete: boolean
}

export async function judgeAgain<T>(
  database: Database,
  { now, ...scope }: Replaying,
  judge: (decision: JudgedRow) => T,
): Promise<Replayable<T>> {
  const since = new Date(now.getTime() - DAYS_MS)
  const all: T[] = []
  let last: JudgedRow | undefined
  for (let isOver = false; !isOver; ) {
    const limit = Math.min(PART, REPLAYED_MAX - all.length)
    const part = await listJudged(database, { ...scope, since, before: last, limit })
    all.push(...part.map(judge))
    last = part.at(-1) ?? last
    isOver = part.length < limit || all.length === REPLAYED_MAX
  }
  const isCut = all.length === REPLAYED_MAX && last !== undefined
  return { all, since: isCut ? (last?.createdAt ?? since) : since, complete: !isCut }
}
