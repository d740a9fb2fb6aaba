/**
 * The invariants of every order, on its facts `f` (order-facts.ts), all read by one statement and
 * so as of one point in time.
 */
import { type Check, ORDERS, sweep } from './check.ts'
import { ORDER_FACTS } from './order-facts.ts'

const ledger: readonly Check[] = [
  { invariant: 'A1', title: 'postings name known accounts', broken: 'f.unknown_account' },
  {
    invariant: 'A1',
    title: 'a confirmed order, and no other, has a ledger',
    broken: 'f.confirmed <> f.has_ledger',
  },
  {
    invariant: 'A3',
    title: 'remaining_capture_amount = balance of uncaptured',
    broken: 'f.uncaptured <> CASE WHEN f.confirmed THEN f.t - f.v - f.ru - f.c ELSE 0 END',
  },
  {
    invariant: 'A3',
    title: 'C − Rc, less what the store pays, = balance of store_payable',
    broken: 'f.store_payable <> f.c - f.rc - f.income',
  },
  {
    invariant: 'A3',
    title: 'what the buyer owes = balance of buyer_receivable and commitment',
    broken: `(f.buyer_receivable, f.commitment) IS DISTINCT FROM CASE WHEN NOT f.confirmed
      THEN (0::numeric, 0::numeric)
      ELSE (coalesce(f.owed,
        CASE f.product WHEN 'pay_later' THEN f.c - f.rc ELSE f.t - f.v - f.r END),
        CASE f.product WHEN 'pay_later' THEN f.t - f.v - f.ru - f.c ELSE 0 END) END`,
  },
  {
    invariant: 'A3',
    title: 'a confirmed order has a loan, unless it is older than loans; no other order has',
    broken: 'f.has_loan <> f.confirmed',
  },
  {
    invariant: 'A3',
    title: 'each event books its amount in one entry of its kind, and nothing else is booked',
    broken: 'f.misbooked > 0',
  },
  {
    invariant: 'A10',
    title: 'clearing accounts of finished orders are zero',
    broken: `f.state IN ('cancelled', 'ko') AND (f.uncaptured <> 0 OR f.commitment <> 0
      OR f.store_payable <> 0 OR f.buyer_receivable <> coalesce(f.reopened, 0) OR f.income <> 0)`,
  },
]

const sums: readonly Check[] = [
  {
    invariant: 'A2',
    title: 'captures + voids ≤ approved total',
    broken: 'f.c + f.v > f.approved_amount',
  },
  { invariant: 'A2', title: 'refunds ≤ approved total', broken: 'f.r > f.approved_amount' },
  {
    invariant: 'A2',
    title: 'refunds of a capture = its pieces ≤ the capture',
    broken: 'f.captures_uneven',
  },
  {
    invariant: 'A3',
    title: 'sums on the order = sums of its rows',
    broken: `f.captured_amount <> f.c OR f.voided_amount <> f.v
      OR f.refunded_captured_amount <> f.rc OR f.refunded_uncaptured_amount <> f.ru
      OR f.capture_refunded <> f.rc`,
  },
  {
    invariant: 'A3',
    title: 'a refund = its pieces + its uncaptured part',
    broken: 'f.refunds_uneven',
  },
  {
    invariant: 'A6',
    title: 'T − V − R = (C − Rc) + (T − V − Ru − C), no part negative',
    broken: `f.t - f.v - f.r <> (f.c - f.rc) + (f.t - f.v - f.ru - f.c) OR f.c < f.rc
      OR f.t - f.v - f.ru - f.c < 0 OR least(f.v, f.c, f.rc, f.ru) < 0`,
  },
]

const states: readonly Check[] = [
  {
    invariant: 'A4',
    title: 'the state is the one that the events lead to',
    broken: `f.state IS DISTINCT FROM CASE f.event_financing WHEN 'ko' THEN 'ko'
        WHEN 'ok' THEN CASE f.event_status WHEN 'cancelled' THEN 'cancelled' ELSE 'confirmed' END
        ELSE f.event_reason END
      OR f.event_status IS DISTINCT FROM CASE WHEN f.state IN ('cancelled', 'ko') THEN 'cancelled'
        WHEN f.state <> 'confirmed' THEN 'pending'
        WHEN f.t - f.v - f.ru - f.c > 0 THEN 'processing' ELSE 'complete' END
      OR f.status_reason IS DISTINCT FROM f.event_reason
      OR (f.status, f.financing_status) IS DISTINCT FROM (f.event_status, f.event_financing)`,
  },
  {
    invariant: 'A4',
    title: 'the last event has the order’s amounts',
    broken: `(f.event_t, f.event_c, f.event_v, f.event_r) <> (f.t, f.c, f.v, f.r)
      OR f.event_remaining <> CASE f.state WHEN 'confirmed' THEN f.t - f.v - f.ru - f.c ELSE 0 END`,
  },
  {
    invariant: 'A4',
    title: 'each event’s amounts follow from those of the event before it',
    broken: 'f.events_leap',
  },
  {
    invariant: 'A4',
    title: 'confirmed_at is set if and only if the order was confirmed, cancelled_at if cancelled',
    broken: `f.confirmed <> (f.state IN ('confirmed', 'cancelled'))
      OR f.confirmations <> f.confirmed::int
      OR f.state <> 'ko' AND (f.cancelled_at IS NOT NULL) <> (f.state = 'cancelled')`,
  },
  {
    invariant: 'A4',
    title: 'nothing is captured, voided or refunded of an order that was not confirmed',
    broken: 'NOT f.confirmed AND f.effects > 0',
  },
  {
    invariant: 'A5',
    title: 'V + R = T if and only if cancelled after confirmation',
    broken: `f.confirmed AND (f.v + f.r = f.t) <> (f.state = 'cancelled')`,
  },
  {
    invariant: 'A5',
    title: 'a cancelled order has its event, and nothing of the store after it',
    broken: `f.state = 'cancelled' AND (f.cancel_event IS NULL
      OR f.cancel_event <> f.last_order_event
      OR greatest(f.last_capture, f.last_void, f.last_refund) > f.cancel_event)`,
  },
  {
    invariant: 'A5',
    title: 'only a cancelled order has the event',
    broken: `f.state <> 'cancelled' AND f.cancel_event IS NOT NULL`,
  },
]

const deadlines: readonly Check[] = [
  {
    invariant: 'A4',
    title: 'an order with something left to capture, and no other, has a deadline for it',
    broken: `(f.capture_before IS NOT NULL) <>
        (f.state = 'confirmed' AND f.t - f.v - f.ru - f.c > 0)
      OR (f.lapse_due_at IS NULL) <> (f.capture_before IS NULL)
      OR coalesce(f.lapse_due_at > f.capture_before, false)`,
  },
  {
    invariant: 'A4',
    title: 'a lapse was announced, once, and came after its deadline',
    broken: 'f.announcements > 1 OR f.lapsed_early',
  },
  {
    invariant: 'A4',
    title: 'an automatic capture takes the whole right after the confirmation',
    broken: 'f.automatic_capture AND f.confirmed AND NOT f.captured_at_once',
  },
]

const events: readonly Check[] = [
  {
    invariant: 'A12',
    title: 'each event has the end of its order’s ledger',
    broken: 'f.ledger_leaps OR f.entry_without_event OR f.event_ledger <> f.ledger_sequence',
  },
  {
    invariant: 'A12',
    title: 'events are gapless from 1',
    broken: 'f.first_event <> 1 OR f.last_event <> f.events OR f.event_sequence <> f.events',
  },
  {
    invariant: 'A12',
    title: 'each capture, void and refund has exactly its event, each such event its row',
    broken: 'f.unmatched > 0 OR f.cancel_uneven OR f.own_effects <> f.operations',
  },
]

export const orderSweep = sweep({
  table: 'orders',
  keys: ['store_id', 'id'],
  rows: ORDERS,
  facts: ORDER_FACTS,
  checks: [...ledger, ...sums, ...states, ...deadlines, ...events],
})
