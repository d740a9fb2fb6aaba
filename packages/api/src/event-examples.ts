/** A well-formed event of each type, for stores that test their receivers. */
import type { EventType } from './events.ts'

/** The example order: 100.00, confirmed; then 40.00 are captured, and so on. */
const ORDER_ID = '65a0c1d2e3f405162738495a6b7c8d9e'
const EFFECT_ID = '65a0c1d3b4a5968778695a4b3c2d1e0f'
const SUBJECT_ID = '65a0c1d40123456789abcdef01234567'
const TOTAL = 10_000

type Example = {
  readonly sequence: number | null
  readonly orderId: string | null
  readonly data: Readonly<Record<string, unknown>>
}

type Amounts = {
  readonly status?: string
  readonly captured?: number
  readonly voided?: number
  readonly refunded?: number
  readonly captureLeft?: number
  readonly refundLeft?: number
}

function ofOrder(
  sequence: number,
  { status = 'processing', captured = 0, voided = 0, refunded = 0, ...left }: Amounts,
  more: Readonly<Record<string, unknown>> = {},
): Example {
  const data = {
    effect_id: EFFECT_ID,
    mid: 'example-order',
    currency: 'EUR',
    ...more,
    status,
    financing_status: 'ok',
    status_reason: '',
    total_amount: TOTAL,
    captured_amount: captured,
    voided_amount: voided,
    refunded_amount: refunded,
    remaining_capture_amount: left.captureLeft ?? 0,
    remaining_refund_amount: left.refundLeft ?? 0,
  }
  return { sequence, orderId: ORDER_ID, data }
}

/** The first of five instalments of 20.50. */
function instalment(status: string, settled: number): Example['data'] {
  return {
    number: 1,
    kind: 'instalment',
    due_date: '2026-12-31',
    status,
    amount: 2_050,
    capital: 1_950,
    interest: 100,
    fee: 0,
    late_charge: 0,
    settled_amount: settled,
    open_amount: 2_050 - settled,
    reopened_on: null,
    late_on: status === 'late' ? '2027-01-03' : null,
    paid_on: status === 'paid' ? '2026-12-31' : null,
  }
}

const ofStore = (data: Example['data']): Example => ({ sequence: null, orderId: null, data })
const whole = { captureLeft: TOTAL, refundLeft: TOTAL }
const shipped = { captured: 4_000, captureLeft: 6_000, refundLeft: TOTAL }
const done = { status: 'complete', captured: TOTAL, refundLeft: TOTAL }
const pending = { financing_status: 'pending', status_reason: 'confirmation_required' }
const waiting = ofOrder(3, { status: 'pending' })

const catalogue = {
  'checkout.updated': { ...waiting, data: { ...waiting.data, ...pending } },
  'order.confirmed': ofOrder(4, whole),
  'order.edited': ofOrder(5, whole),
  'order.captured': ofOrder(6, shipped, { amount: 4_000 }),
  'order.voided': ofOrder(
    7,
    { ...shipped, voided: 1_000, captureLeft: 5_000, refundLeft: 9_000 },
    { amount: 1_000 },
  ),
  'order.refunded': ofOrder(
    8,
    { ...shipped, refunded: 1_500, refundLeft: 8_500 },
    { amount: 1_500 },
  ),
  'order.lapsing': ofOrder(9, shipped, { capture_before: '2026-12-31T22:59:59.000000Z' }),
  'order.lapsed': ofOrder(
    10,
    { status: 'complete', captured: 4_000, voided: 6_000, refundLeft: 4_000 },
    { amount: 6_000 },
  ),
  'order.cancelled': ofOrder(
    11,
    { status: 'cancelled', captured: 4_000, voided: 6_000, refunded: 4_000 },
    { amount: TOTAL },
  ),
  'instalment.due': ofOrder(12, done, { instalment: instalment('due', 0) }),
  'payment.received': ofOrder(13, done, { amount: 2_050, payment_id: SUBJECT_ID, kind: 'charge' }),
  'instalment.paid': ofOrder(14, done, { instalment: instalment('paid', 2_050) }),
  'payment.failed': ofOrder(15, done, {
    amount: 2_050,
    payment_id: SUBJECT_ID,
    kind: 'charge',
    reason: 'insufficient_funds',
  }),
  'instalment.late': ofOrder(16, done, { instalment: instalment('late', 0) }),
  'payment.charged_back': ofOrder(17, done, {
    amount: 2_050,
    payment_id: SUBJECT_ID,
    kind: 'charge',
  }),
  'credit.returned': ofOrder(18, done, {
    amount: 1_000,
    payment_id: SUBJECT_ID,
    kind: 'return',
  }),
  'loan.withdrawn': ofOrder(19, done),
  'loan.written_off': ofOrder(20, done, { instalment: instalment('late', 0) }),
  'loan.write_off_undone': ofOrder(21, done, { amount: 2_050 }),
  'loan.waived': ofOrder(22, done, { amount: 500, kind: 'late_charge' }),
  'payout.created': ofStore({
    payout_id: SUBJECT_ID,
    amount: 40_000,
    currency: 'EUR',
    carried: 0,
  }),
  'bank_account.changed': ofStore({
    bank_account: {
      ...{ id: SUBJECT_ID, iban: 'ES******************1332', holder: 'Shop SL' },
      effective_from: '2026-12-03T10:00:00.000000Z',
    },
    previous: { iban: 'ES******************0051', holder: 'Shop SL' },
  }),
  'api_key.exposed': ofStore({
    api_key: { id: SUBJECT_ID, name: 'Server', hint: 'sk_abcd…wxyz' },
    origin: 'https://shop.example',
  }),
  'api_key.unused': ofStore({
    api_key: { id: SUBJECT_ID, name: 'Server', hint: 'sk_abcd…wxyz' },
    last_used: '2026-08-01T10:00:00.000Z',
  }),
  'webhook.disabled': ofStore({
    webhook: { id: SUBJECT_ID, url: 'https://shop.example/events', name: 'Warehouse' },
    reason: 'failing',
  }),
} as const satisfies Record<EventType, Example>

/** An example event as it is posted: marked as one that has not happened. */
export function exampleEvent(type: EventType, { id, created }: { id: string; created: string }) {
  const { sequence, orderId, data }: Example = catalogue[type]
  return { id, type, created, sequence, order_id: orderId, data, example: true as const }
}
