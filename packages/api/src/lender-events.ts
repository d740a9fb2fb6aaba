/** Events above the stores: each of them is an action. */

import { exampleEvent } from './event-examples.ts'
import { type EventType, eventTypes } from './events.ts'

const KEY = { kind: 'lender_key', id: '65a0c1d40123456789abcdef01234567' }
const STORE = { kind: 'store', id: '65a0c1d2a1b2c3d4e5f60718293a4b5c' }
const PAYOUT = { kind: 'payout', id: '65a0c1d5cafe45678cafe45678cafe45' }
const PERSON = { kind: 'person', id: '65a0c1d60fedcba9876543210fedcba9' }
const STAFF = { kind: 'staff', id: '65a0c1d7aaaabbbbccccddddeeeeffff' }
const APPROVAL = { kind: 'approval', id: '65a0c1d8111122223333444455556666' }
const WEBHOOK = { kind: 'lender_webhook', id: '65a0c1d97777888899990000aaaabbbb' }
const JOB = { kind: 'job', id: 'payouts' }
const API_KEY = { kind: 'api_key', id: '65a0c1daccccddddeeeeffff00001111' }

type Change = 'changed' | { readonly old: unknown; readonly new: unknown }
type LenderEntry = {
  /** A sentence. */
  readonly when: string
  /** The object, if there is one. */
  readonly object: { readonly kind: string; readonly id: string } | null
  /** For an example: field by field, as in `GET /lender/actions`. */
  readonly changes: Readonly<Record<string, Change>> | null
  /** The action was refused. */
  readonly refused?: true
}

const of = (
  when: string,
  object: LenderEntry['object'],
  changes: LenderEntry['changes'] = null,
): LenderEntry => ({ when, object, changes })
const moved = (old: unknown, to: unknown): Change => ({ old, new: to })

const storeEvents = {
  'store.created': of('A store was created.', STORE, { name: moved(null, 'Bikes') }),
  'store.changed': of('The business details of a store were changed.', STORE, {
    name: moved('Bikes', 'Bikes & more'),
  }),
  'store.activated': of('A store was activated.', STORE, { state: moved('onboarding', 'active') }),
  'store.suspended': of('A store was suspended, or its suspension was extended.', STORE, {
    state: moved('active', 'suspended'),
    new_credit: moved(true, false),
  }),
  'store.resumed': of('The suspension of a store was lifted.', STORE, {
    state: moved('suspended', 'active'),
  }),
  'store.closed': of('A store is closing, or was closed.', STORE, {
    state: moved('active', 'closing'),
  }),
  'terms.planned': of(
    'New terms for a store were set, with the time from which they take effect.',
    STORE,
    {
      version: moved(2, 3),
    },
  ),
  'terms.withdrawn': of('Terms of a store were withdrawn before they took effect.', STORE),
  'terms.effective': of('New terms of a store have taken effect.', STORE, {
    version: moved(null, 3),
  }),
  'payout.proposed': of('A payout was proposed.', PAYOUT),
  'payout.held': of('A payout was put on hold.', PAYOUT),
  'payout.released': of('A payout was released and paid.', PAYOUT),
  'api_key.created': of('A key of a store was created.', API_KEY, { kind: moved(null, 'private') }),
  'api_key.rotated': of('A key of a store was rotated.', API_KEY),
  'api_key.revoked': of('A key of a store was revoked.', API_KEY),
} as const

const personEvents = {
  'person.blocked': of('A person was blocked.', PERSON, { block: moved(null, 1) }),
  'person.unblocked': of('The block of a person was lifted.', PERSON),
  'person.merged': of('Two persons were merged.', PERSON),
  'person.split': of('A merge of two persons was undone.', PERSON),
  'person.erased': of('The data of a person were erased.', PERSON, { person: 'changed' }),
} as const

const policyEvents = {
  'policy.changed': of(
    'The exposure policy or the exchange rates were changed.',
    { kind: 'exposure_policy', id: '2' },
    { version: moved(1, 2) },
  ),
  'approval_policy.changed': of('The approval policy was changed.', {
    ...{ kind: 'approval_policy', id: 'live' },
  }),
  'approval.requested': of('A request is waiting for a second person.', APPROVAL),
  'approval.expiring': of('A request for approval will expire in four hours.', APPROVAL),
  'approval.executed': of('A request was approved and carried out.', APPROVAL, {
    status: moved('pending', 'executed'),
  }),
  'approval.declined': of('A request was declined.', APPROVAL, {
    status: moved('pending', 'declined'),
  }),
  'approval.withdrawn': of(
    'A request was withdrawn by its maker, or because the maker lost the permission.',
    APPROVAL,
    {
      status: moved('pending', 'withdrawn'),
    },
  ),
  'approval.expired': of('A request for approval has expired.', APPROVAL, {
    status: moved('pending', 'expired'),
  }),
  'approval.failed': of('A request was approved, but could not be carried out.', APPROVAL, {
    status: moved('pending', 'failed'),
  }),
} as const

const jobEvents = {
  'job.failed': of(
    'A background job has been failing for a minute. Sent once, until it succeeds again.',
    JOB,
    {
      failure: moved(null, '53100'),
      failing_since: moved(null, '2026-11-26T06:30:00.000Z'),
    },
  ),
} as const

const securityEvents = {
  'lender_key.created': of('A lender key was created.', KEY),
  'lender_key.rotated': of('A lender key was rotated.', KEY),
  'lender_key.revoked': of('A lender key was revoked.', KEY),
  'lender_webhook.created': of('A lender webhook was created.', WEBHOOK, {
    url: moved(null, 'https://lender.example/events'),
  }),
  'lender_webhook.changed': of('A lender webhook was changed.', WEBHOOK, {
    state: moved('enabled', 'disabled'),
    disabled_reason: moved(null, 'lender'),
  }),
  'lender_webhook.rotated': of('The secret of a lender webhook was rotated.', WEBHOOK, {
    secret: 'changed',
  }),
  'lender_webhook.disabled': of(
    'A lender webhook was disabled, because it answered 410 or failed for too long.',
    WEBHOOK,
    { state: moved('enabled', 'disabled'), disabled_reason: moved(null, 'failing') },
  ),
  'lender_webhook.deleted': of('A lender webhook was deleted.', WEBHOOK),
  'staff.invited': of('A person was invited to the desk.', STAFF, {
    name: 'changed',
    email: 'changed',
    roles: moved(null, ['support']),
  }),
  'staff.changed': of('The name or roles of a person were changed.', STAFF, {
    roles: moved(['support'], ['support', 'collections']),
  }),
  'staff.disabled': of('A person was disabled and can no longer sign in.', STAFF),
  'staff.recovered': of('A person who had lost their factors regained access.', STAFF),
  'security.sign_in_failed': {
    ...of('A sign-in failed, or a key was rejected.', null),
    refused: true,
  },
  'security.factor_added': of('A person added a factor.', STAFF, {
    factor: moved(null, 'passkey'),
  }),
  'security.factor_removed': of('One or all factors of a person were removed.', STAFF, {
    factors: 'changed',
  }),
  'security.factor_refused': {
    ...of(
      'A factor was wrong, or the counter of a passkey went backwards, so it may be a copy.',
      STAFF,
      {
        uses: 'changed',
      },
    ),
    refused: true,
  },
  'security.recovery_code_used': of('A person signed in with a recovery code.', STAFF),
} as const

/** The trigger and an example of every event above the stores. */
export const lenderEventCatalogue = {
  ...storeEvents,
  ...personEvents,
  ...policyEvents,
  ...jobEvents,
  ...securityEvents,
} as const satisfies Readonly<Record<string, LenderEntry>>

export type LenderEventType = keyof typeof lenderEventCatalogue
const isLenderEventType = (name: string): name is LenderEventType =>
  Object.hasOwn(lenderEventCatalogue, name)
export const lenderEventTypes: readonly LenderEventType[] =
  Object.keys(lenderEventCatalogue).filter(isLenderEventType)

/** All events that the lender can receive: those of stores, and those above them. */
export type AnyEventType = EventType | LenderEventType
export const allEventTypes: readonly AnyEventType[] = [...eventTypes, ...lenderEventTypes]

/** Whether stores receive it, too. */
export const isStoresEvent = (type: AnyEventType): type is EventType =>
  eventTypes.some((each) => each === type)

type Made = { readonly id: string; readonly created: string }

/** An example as it is posted to the lender: marked as one that has not happened. */
export function exampleLenderEvent(type: AnyEventType, made: Made) {
  const about = {
    store_id: STORE.id,
    actor: { kind: 'service', id: null, name: null },
    action_id: made.id,
  }
  if (isStoresEvent(type)) return { ...exampleEvent(type, made), ...about }
  const { object, changes, refused }: LenderEntry = lenderEventCatalogue[type]
  const ofStore = Object.hasOwn(storeEvents, type)
  return {
    ...{ id: made.id, type, created: made.created, sequence: null, order_id: null },
    ...{ ...about, store_id: ofStore ? STORE.id : null },
    data: { object, changes, outcome: refused === true ? 'refused' : 'done', count: 1 },
    example: true as const,
  }
}
