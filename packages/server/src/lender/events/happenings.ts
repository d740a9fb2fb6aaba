import type { LenderEventType } from '@svc/api'
import type { Action } from '../../model/actions/action.ts'
import { type ActedEvent, listEventsOfActions } from '../../outbound/events/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
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

/** What an action made happen: an event of a store, or above them the action itself. */
export type LenderEvent = {
  readonly action: ChainedAction
  readonly of: ActedEvent | { readonly type: LenderEventType }
}

type LenderEventsPart = {
  readonly events: readonly LenderEvent[]
  /** The place after which to go on. */
  readonly next: number
  readonly hasMore: boolean
}

/** Actions whose doing is an event by itself: nothing else says that they happened. */
const EVENTFUL: ReadonlyMap<string, LenderEventType> = new Map<Action['action'], LenderEventType>([
  ['store.create', 'store.created'],
  ['payout.propose', 'payout.proposed'],
  ['payout.hold', 'payout.held'],
  ['payout.release', 'payout.released'],
  ['exposure_policy.change', 'policy.changed'],
  ['lender_key.create', 'lender_key.created'],
  ['lender_key.revoke', 'lender_key.revoked'],
  ['staff.invite', 'staff.invited'],
  ['staff.change', 'staff.changed'],
  ['staff.disable', 'staff.disabled'],
  ['staff.recover', 'staff.recovered'],
  ['authentication.fail', 'security.sign_in_failed'],
  ['factor.refuse', 'security.factor_refused'],
  ['recovery_code.use', 'security.recovery_code_used'],
])

const ACTIONS_AT_ONCE = 500
/** So many actions are looked through for a part. */
const LOOKED_THROUGH_MAX = 10_000

/**
 * A part of what happened in a mode, over all stores. Its order is that of the chain of actions,
 * which has no gaps (decision 0110): whoever goes on after `next` misses nothing. The events of one
 * action come together, so a part may hold a few more than `limit`. Of an order, what two processes
 * wrote within a second may come the other way round: `sequence` says which was first.
 */
export async function readHappenings(
  { database }: Reading,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { after, limit, types, storeId }: LenderEventsQuestion,
): Promise<LenderEventsPart> {
  const mode = sandbox ? 'sandbox' : 'live'
  const wanted = new Set(types)
  const events: LenderEvent[] = []
  let next = after
  for (let seen = 0; seen < LOOKED_THROUGH_MAX; seen += ACTIONS_AT_ONCE) {
    const part = { mode, after: next, limit: ACTIONS_AT_ONCE } as const
    const actions = await listChained(database, part)
    const byAction = await eventsOf({ database }, sandbox, actions)
    for (const action of actions) {
      if (events.length >= limit) return { events, next, hasMore: true }
      next = action.place
      if (storeId !== undefined && action.storeId !== storeId) continue
      const all = happened(action, byAction.get(action.id) ?? [])
      events.push(...all.filter(({ of }) => wanted.size === 0 || wanted.has(of.type)))
    }
    if (actions.length < ACTIONS_AT_ONCE) return { events, next, hasMore: false }
  }
  return { events, next, hasMore: next < (await findEnd(database, mode)) }
}

async function eventsOf(
  { database }: Reading,
  sandbox: boolean,
  actions: readonly ChainedAction[],
): Promise<Map<string, ActedEvent[]>> {
  const places = actions.filter(({ storeId, objectId }) => storeId !== null && objectId !== null)
  const events = await listEventsOfActions(database, {
    sandbox,
    actions: places.map(({ id }) => id),
    storeIds: [...new Set(places.map(({ storeId }) => storeId ?? ''))],
    objects: [...new Set(places.map(({ objectId }) => objectId ?? ''))],
  })
  return Map.groupBy(events, ({ actionId }) => actionId)
}

function happened(action: ChainedAction, events: readonly ActedEvent[]): LenderEvent[] {
  const type = EVENTFUL.get(action.action)
  const own: LenderEvent[] = type === undefined ? [] : [{ action, of: { type } }]
  return [...own, ...events.map((of) => ({ action, of }))]
}
