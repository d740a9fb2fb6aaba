/** Answers of the operations that move money: captures, voids, refunds (contract §7). */
import { choice, closed, day, flag, hexId, localMoment, money } from './answers.ts'
import { Type } from './common.ts'

const refundOrigin = choice(
  ['order', 'capture', 'cancel'],
  'Asked for on the order, on the capture, or by a cancel.',
)

const CaptureRefund = closed(
  {
    id: hexId('Id of the refund.'),
    amount: money('What was refunded'),
    origin: refundOrigin,
    pending_amount: money("The capture's remainder after this refund"),
    accrual_date: day('The day from which the refund counts'),
    credit_to_customer: money('The part that is paid back to the buyer'),
    completed: flag('Nothing is owed any more and nothing is left to capture.'),
    completed_but_defaults: flag('The same, but for late charges.'),
    created: localMoment('When it was made'),
  },
  { $id: 'CaptureRefund', description: 'A refund on a capture.' },
)

const capture = {
  id: hexId('Id of the capture.'),
  amount: money('What was captured'),
  created: localMoment('When it was made'),
  refunds: Type.Array(CaptureRefund, { description: 'Refunds on this capture, oldest first.' }),
  refunded_amount: money('What was refunded of it'),
  remaining_amount: money('What can still be refunded of it'),
}
const remainingCaptureAmount = money('What can still be captured of the order')

export const CaptureAnswer = closed(capture, {
  $id: 'Capture',
  description: 'Goods were shipped: this money is the store’s.',
})

export const NewCapture = closed(
  { ...capture, remaining_capture_amount: remainingCaptureAmount },
  { $id: 'NewCapture', description: 'The new capture, and what is left of the order after it.' },
)

export const CapturesAnswer = closed(
  {
    remaining_capture_amount: remainingCaptureAmount,
    results: Type.Array(CaptureAnswer, { description: 'Oldest first.' }),
  },
  { $id: 'Captures', description: 'The captures of an order.' },
)

const VoidItem = closed(
  {
    id: hexId('Id of the void.'),
    amount: money('What was voided'),
    origin: choice(
      ['store', 'cancel', 'lapse'],
      'By whom: the store, its cancel, or the service since nobody captured in time.',
    ),
    created: localMoment('When it was made'),
  },
  { $id: 'Void', description: 'What was not captured and given up.' },
)

export const VoidsAnswer = closed(
  {
    remaining_amount: money('What can still be voided'),
    results: Type.Array(VoidItem, { description: 'Oldest first.' }),
  },
  { $id: 'Voids', description: 'The voids of an order.' },
)

const Refund = closed(
  {
    id: hexId('Id of the refund.'),
    amount: money('What was refunded'),
    origin: refundOrigin,
    from_captures: money('The part that was taken from captures, oldest first'),
    from_uncaptured: money('The part that was taken from what is not captured'),
    credit_to_customer: money('The part that is paid back to the buyer'),
    created: localMoment('When it was made'),
  },
  { $id: 'Refund', description: 'A refund on the order.' },
)

export const RefundsAnswer = closed(
  {
    remaining_amount: money('What can still be refunded'),
    results: Type.Array(Refund, { description: 'Refunds on the order, oldest first.' }),
  },
  { $id: 'Refunds', description: 'The refunds on an order.' },
)
