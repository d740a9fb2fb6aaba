/** What happens above the stores: each event is the action by which it happened. */

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
  /** What it is about, where there is anything. */
  readonly object: { readonly kind: string; readonly id: string } | null
  /** Of an example: field by field, as `GET /lender/actions` shows it. */
  readonly changes: Readonly<Record<string, Change>> | null
  /** It was refused. */
  readonly refused?: true
}

const of = (
  when: string,
  object: LenderEntry['object'],
  changes: LenderEntry['changes'] = null,
): LenderEntry => ({ when, object, changes })
const moved = (old: unknown, to: unknown): Change => ({ old, new: to })

const storeEvents = {
  'store.created': of('A store was made.', STORE, { name: moved(null, 'Bikes') }),
  'store.changed': of('The register data of a store was changed.', STORE, {
    name: moved('Bikes', 'Bikes & more'),
  }),
  'store.activated': of('A store may trade.', STORE, { state: moved('onboarding', 'active') }),
  'store.suspended': of('A store was suspended, or its suspension goes further.', STORE, {
    state: moved('active', 'suspended'),
    new_credit: moved(true, false),
  }),
  'store.resumed': of('The suspension of a store was lifted.', STORE, {
    state: moved('suspended', 'active'),
  }),
  'store.closed': of('A store closes, or is closed.', STORE, { state: moved('active', 'closing') }),
  'terms.planned': of('New terms of a store were decided; they say from when on.', STORE, {
    version: moved(2, 3),
  }),
  'terms.withdrawn': of('Terms of a store that had not begun were withdrawn.', STORE),
  'terms.effective': of('Terms of a store hold from now on.', STORE, { version: moved(null, 3) }),
  'payout.proposed': of('A payout waits to be paid.', PAYOUT),
  'payout.held': of('A payout is held back.', PAYOUT),
  'payout.released': of('A payout was released, and is paid.', PAYOUT),
  'api_key.created': of('A key of a store was made.', API_KEY, { kind: moved(null, 'private') }),
  'api_key.rotated': of('A key of a store was replaced by a new one.', API_KEY),
  'api_key.revoked': of('A key of a store was revoked.', API_KEY),
} as const

const personEvents = {
  'person.blocked': of('A person may sign nothing more.', PERSON, { block: moved(null, 1) }),
  'person.unblocked': of('The block of a person was lifted.', PERSON),
  'person.merged': of('Two persons were found to be one.', PERSON),
  'person.split': of('Persons that had been merged are two again.', PERSON),
  'person.erased': of('The data of a person was erased.', PERSON, { person: 'changed' }),
} as const

const policyEvents = {
  'policy.changed': of(
    'What a person may owe, or the rates of exchange, were changed.',
    { kind: 'exposure_policy', id: '2' },
    { version: moved(1, 2) },
  ),
  'approval_policy.changed': of('What takes two people was changed.', {
    ...{ kind: 'approval_policy', id: 'live' },
  }),
  'approval.requested': of('Somebody waits for a second person.', APPROVAL),
  'approval.expiring': of('In four hours a request for a second person will expire.', APPROVAL),
  'approval.executed': of('A second person approved, and it was done.', APPROVAL, {
    status: moved('pending', 'executed'),
  }),
  'approval.declined': of('A second person declined.', APPROVAL, {
    status: moved('pending', 'declined'),
  }),
  'approval.withdrawn': of('Whoever had asked takes it back, or may ask no more.', APPROVAL, {
    status: moved('pending', 'withdrawn'),
  }),
  'approval.expired': of('Nobody decided in time.', APPROVAL, {
    status: moved('pending', 'expired'),
  }),
  'approval.failed': of('It was approved, and a rule refused it.', APPROVAL, {
    status: moved('pending', 'failed'),
  }),
} as const

const jobEvents = {
  'job.failed': of(
    'A lane of background work has failed for a minute: once, until it has worked again.',
    JOB,
    {
      failure: moved(null, '53100'),
      failing_since: moved(null, '2026-11-26T06:30:00.000Z'),
    },
  ),
} as const

const securityEvents = {
  'lender_key.created': of('A key of the lender was made.', KEY),
  'lender_key.rotated': of('A key of the lender was replaced by a new one.', KEY),
  'lender_key.revoked': of('A key of the lender was revoked.', KEY),
  'lender_webhook.created': of('The lender receives events at another address.', WEBHOOK, {
    url: moved(null, 'https://lender.example/events'),
  }),
  'lender_webhook.changed': of('A webhook of the lender was changed.', WEBHOOK, {
    state: moved('enabled', 'disabled'),
    disabled_reason: moved(null, 'lender'),
  }),
  'lender_webhook.rotated': of('A webhook of the lender has a new secret.', WEBHOOK, {
    secret: 'changed',
  }),
  'lender_webhook.disabled': of(
    'A webhook of the lender answered 410, or failed for too long: it receives nothing more.',
    WEBHOOK,
    { state: moved('enabled', 'disabled'), disabled_reason: moved(null, 'failing') },
  ),
  'lender_webhook.deleted': of('A webhook of the lender was deleted.', WEBHOOK),
  'staff.invited': of('Somebody was invited to the desk.', STAFF, {
    name: 'changed',
    email: 'changed',
    roles: moved(null, ['support']),
  }),
  'staff.changed': of('The name or the roles of somebody were changed.', STAFF, {
    roles: moved(['support'], ['support', 'collections']),
  }),
  'staff.disabled': of('Somebody may not sign in any more.', STAFF),
  'staff.recovered': of('Somebody who had lost their factors was let in anew.', STAFF),
  'security.sign_in_failed': {
    ...of('Somebody failed to sign in, or a key was refused.', null),
    refused: true,
  },
  'security.factor_added': of('Somebody signs in with something more.', STAFF, {
    factor: moved(null, 'passkey'),
  }),
  'security.factor_removed': of('A way to sign in was removed, or all of them.', STAFF, {
    factors: 'changed',
  }),
  'security.factor_refused': {
    ...of('A factor was wrong, or a passkey has counted backwards: it may be a copy.', STAFF, {
      uses: 'changed',
    }),
    refused: true,
  },
  'security.recovery_code_used': of('Somebody signed in with a recovery code.', STAFF),
} as const

/** Of every event above the stores when it happens, and what an example of it says. */
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

/** All that the lender can be told of: what happens at stores, and above them. */
export type AnyEventType = EventType | LenderEventType
export const allEventTypes: readonly AnyEventType[] = [...eventTypes, ...lenderEventTypes]

/** Whether stores are told of it, too. */
export const isStoresEvent = (type: AnyEventType): type is EventType =>
  eventTypes.some((each) => each === type)

type Made = { readonly id: string; readonly created: string }

/** An example as it is posted to the lender: what happened is marked as not having happened. */
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
