import { CurrencyAnswer, closed, hexId, moment, money, nullable } from './answers.ts'
import { Type } from './common.ts'
import {
  financingStatusAnswer,
  midAnswer,
  sandboxAnswer,
  statusReasonAnswer,
} from './order-answers.ts'

const id = hexId('Id of the checkout and of the order that it becomes.')

export const CheckoutCreated = closed(
  {
    id,
    checkout_url: Type.String({
      format: 'uri',
      description: "Address of the buyer's page. It holds his token: whoever has it may sign.",
    }),
  },
  { $id: 'CheckoutCreated', description: 'The new checkout.' },
)

/** With the private key the creation body, with a public one what a page may know. */
export const CheckoutAnswer = closed(
  {
    id,
    status: financingStatusAnswer,
    status_reason: statusReasonAnswer,
    expires_at: nullable(moment('When the present state ends by itself')),
    transaction: Type.Object(
      {},
      {
        description:
          'With the private key the body that created it. With a public key `merchant` without ' +
          '`notification_url`, `order` without `id`, and an empty `customer`.',
      },
    ),
  },
  { $id: 'Checkout', description: 'A checkout.' },
)

export const CheckoutStatus = closed(
  {
    id,
    mid: midAnswer,
    total_amount: money('The total that is financed'),
    currency: CurrencyAnswer,
    status: financingStatusAnswer,
    status_reason: statusReasonAnswer,
    sandbox: sandboxAnswer,
  },
  { $id: 'CheckoutStatus', description: 'How far a checkout is.' },
)
