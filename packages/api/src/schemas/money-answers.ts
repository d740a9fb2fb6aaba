/** Answers of the operations that move money: captures, voids, refunds (contract §7). */
import { choice, closed, day, flag, hexId, localMoment, money } from './answers.ts'
import { Type } from './common.ts'

const refundOrigin = choice(
  ['order', 'capture', 'cancel'],
  'Whether it was requested on the order, on the capture, or by a cancellation.',
)

const CaptureRefund = closed(
  {
    id: hexId('Id of the refund.'),
    amount: money('Amount refunded'),
    origin: refundOrigin,
    pending_amount: money("The capture's remainder after this refund"),
    accrual_date: day('The day from which the refund counts'),
    credit_to_customer: money('The part that is returned to the buyer'),
    completed: flag('Whether nothing is owed and nothing is left to capture.'),
    completed_but_defaults: flag('The same, ignoring late fees.'),
    created: localMoment('Creation time'),
  },
  { $id: 'CaptureRefund', description: 'A refund on a capture.' },
)

const capture = {
  id: hexId('Id of the capture.'),
  amount: money('Amount captured'),
  created: localMoment('Creation time'),
  refunds: Type.Array(CaptureRefund, { description: 'Refunds on this capture, oldest first.' }),
  refunded_amount: money('Amount refunded of the capture'),
  remaining_amount: money('Amount of the capture that can still be refunded'),
}
const remainingCaptureAmount = money('Amount of the order that can still be captured')

export const CaptureAnswer = closed(capture, {
  $id: 'Capture',
  description: 'A capture: goods were shipped, and the store is owed this amount.',
})

export const NewCapture = closed(
  { ...capture, remaining_capture_amount: remainingCaptureAmount },
  { $id: 'NewCapture', description: 'The new capture, and the remaining amounts of the order.' },
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
    amount: money('Amount voided'),
    origin: choice(
      ['store', 'cancel', 'lapse'],
      'Cause of the void: the store, its cancellation, or the expiry of the authorisation.',
    ),
    created: localMoment('Creation time'),
  },
  { $id: 'Void', description: 'A void of an amount that was not captured.' },
)

export const VoidsAnswer = closed(
  {
    remaining_amount: money('Amount that can still be voided'),
    results: Type.Array(VoidItem, { description: 'Oldest first.' }),
  },
  { $id: 'Voids', description: 'The voids of an order.' },
)

const Refund = closed(
  {
    id: hexId('Id of the refund.'),
    amount: money('Amount refunded'),
    origin: refundOrigin,
    from_captures: money('The part refunded on captures, oldest first'),
    from_uncaptured: money('The part refunded on the uncaptured amount'),
    credit_to_customer: money('The part that is returned to the buyer'),
    created: localMoment('Creation time'),
  },
  { $id: 'Refund', description: 'A refund on the order.' },
)

export const RefundsAnswer = closed(
  {
    remaining_amount: money('Amount that can still be refunded'),
    results: Type.Array(Refund, { description: 'Refunds on the order, oldest first.' }),
  },
  { $id: 'Refunds', description: 'The refunds on an order.' },
)
