import type { LenderEventType } from '@svc/api'
import { type ActedEvent, listEventsOfActions } from '../../outbound/events/list-store.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { eventOf } from './eventful.ts'
import { type ChainedAction, findEnd, listChained } from './store.ts'

export type LenderEventsQuestion = {
  /** The place in the chain of actions to go on after; 0: from the beginning. */
  readonly after: number
  readonly limit: number
  /** Only these; none: all. */
  readonly types: readonly string[]
  /** Only of this store. */
  readonly storeId: string | undefined
}

/** The event of an action: one of a store, or the action itself for the lender. */
export type LenderEvent = {
  readonly action: ChainedAction
  /** From 1, among all that the action made happen. */
  readonly number: number
  readonly of: ActedEvent | { readonly type: LenderEventType }
}

type LenderEventsPart = {
  readonly events: readonly LenderEvent[]
  /** The place after which to go on. */
  readonly next: number
  readonly hasMore: boolean
}

const ACTIONS_AT_ONCE = 500
/** So many actions are looked through for a part. */
const LOOKED_THROUGH_MAX = 10_000

/**
 * A part of what happened in a mode, over all stores. Its order is that of the chain of actions,
 * which has no gaps (decision 0110): a reader that goes on after `next` misses nothing. The events
 * of one action come together, so a part may hold a few more than `limit`. Of an order, what two
 * processes wrote within a second may come the other way round: `sequence` says which was first.
 */
export async function readHappenings(
  reader: Reader,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { after, limit, types, storeId }: LenderEventsQuestion,
): Promise<LenderEventsPart> {
  const mode = sandbox ? 'sandbox' : 'live'
  const wanted = new Set(types)
  const events: LenderEvent[] = []
  let next = after
  for (let seen = 0; seen < LOOKED_THROUGH_MAX; seen += ACTIONS_AT_ONCE) {
    const part = { mode, after: next, limit: ACTIONS_AT_ONCE } as const
    const actions = await listChained(reader, part)
    const byAction = await eventsOf(reader, sandbox, actions)
    for (const action of actions) {
      if (events.length >= limit) return { events, next, hasMore: true }
      next = action.place
      if (storeId !== undefined && action.storeId !== storeId) continue
      const all = happened(action, byAction.get(action.id) ?? [])
      events.push(...all.filter(({ of }) => wanted.size === 0 || wanted.has(of.type)))
    }
    if (actions.length < ACTIONS_AT_ONCE) return { events, next, hasMore: false }
  }
  return { events, next, hasMore: next < (await findEnd(reader, mode)) }
}

async function eventsOf(
  reader: Reader,
  sandbox: boolean,
  actions: readonly ChainedAction[],
): Promise<Map<string, ActedEvent[]>> {
  const places = actions.filter(({ storeId, objectId }) => storeId !== null && objectId !== null)
  const events = await listEventsOfActions(reader, {
    sandbox,
    actions: places.map(({ id }) => id),
    storeIds: [...new Set(places.map(({ storeId }) => storeId ?? ''))],
    objects: [...new Set(places.map(({ objectId }) => objectId ?? ''))],
  })
  return Map.groupBy(events, ({ actionId }) => actionId)
}

function happened(action: ChainedAction, events: readonly ActedEvent[]): LenderEvent[] {
  const type = eventOf(action.action)
  const all = [...(type === undefined ? [] : [{ type }]), ...events]
  return all.map((of, index) => ({ action, number: index + 1, of }))
}
