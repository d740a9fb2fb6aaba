/** Blocks of a person, one at a time. Pure. */
import type { Decision } from '../../platform/refusal.ts'

export type Block = {
  readonly personId: string
  readonly number: number
  readonly blockedAt: Date
  /** Null: until it is lifted. */
  readonly blockedUntil: Date | null
  readonly liftedAt: Date | null
  readonly reasonCode: string
}

type Blocking = {
  readonly personId: string
  /** Of the person; undefined: they were never blocked. */
  readonly last: Block | undefined
  /** Null: until it is lifted. */
  readonly until: Date | null
  readonly reason: { readonly code: string }
  readonly now: Date
}

/** `lifts`: the block that ends with it. */
export function decideBlock({
  personId,
  last,
  until,
  reason,
  now,
}: Blocking): Decision<Block & { readonly lifts: Block | undefined }> {
  if (until !== null && until <= now) {
    return { refused: 'body_invalid', detail: { fields: { until: ['must be in the future'] } } }
  }
  const block = { personId, number: (last?.number ?? 0) + 1, blockedAt: now, blockedUntil: until }
  const lifts = last?.liftedAt === null ? last : undefined
  return { plan: { ...block, liftedAt: null, reasonCode: reason.code, lifts } }
}

/** A person whose last block has ended is not blocked. */
export function decideUnblock(last: Block | undefined, now: Date): Decision<Block> {
  const isOver = last !== undefined && last.blockedUntil !== null && last.blockedUntil <= now
  if (last === undefined || last.liftedAt !== null || isOver) {
    return { refused: 'person_not_blocked', detail: { values: { state: 'free' } } }
  }
  return { plan: last }
}

type Being = { readonly mergedInto: string | null; readonly erasedAt: Date | null }

/** A merged or erased person cannot be changed. */
export function decideThere({ mergedInto, erasedAt }: Being): Decision<null> {
  const state = erasedAt !== null ? 'erased' : mergedInto !== null ? 'merged' : undefined
  if (state === undefined) return { plan: null }
  const fields = mergedInto === null ? {} : { person__id: mergedInto }
  return { refused: 'person_gone', detail: { values: { state }, fields } }
}
