import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import type { TimelineQuestion } from './input.ts'
import { listTimeline, type TimelineEntry } from './store.ts'

type Wanted = TimelineQuestion & { readonly id: string }

/** A part of what happened to an order, and whether there is more. Refusals: `order_not_found`. */
export async function readTimeline(
  { database }: Reading,
  { sandbox }: LenderCaller,
  { id, limit, ...question }: Wanted,
): Promise<{ readonly entries: readonly TimelineEntry[]; readonly hasMore: boolean }> {
  const row = await findOrderAnywhere(database, id)
  const order = existing(row?.sandbox === sandbox ? row : undefined, 'order', id)
  const read = await listTimeline(database, { order, ...question, limit: limit + 1 })
  return { entries: read.slice(0, limit), hasMore: read.length > limit }
}
