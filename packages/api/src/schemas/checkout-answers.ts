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
      description:
        "URL of the buyer's page. It contains the buyer's token; anyone who has it can sign.",
    }),
  },
  { $id: 'CheckoutCreated', description: 'The new checkout.' },
)

/** With the private key the creation body, with a public one the public part. */
export const CheckoutAnswer = closed(
  {
    id,
    status: financingStatusAnswer,
    status_reason: statusReasonAnswer,
    expires_at: nullable(moment('When the current state expires')),
    checkout_url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          "URL of the buyer's page with a new token, for private keys with `orders:write`.",
      }),
    ),
    transaction: Type.Object(
      {},
      {
        description:
          'With a private key, the body that created it. With a public key, the members of ' +
          '`merchant` and `order` that a page may read, and an empty `customer`.',
      },
    ),
  },
  { $id: 'Checkout', description: 'A checkout.' },
)

const status = {
  id,
  mid: midAnswer,
  total_amount: money('The financed total'),
  currency: CurrencyAnswer,
  status: financingStatusAnswer,
  status_reason: statusReasonAnswer,
  sandbox: sandboxAnswer,
}

export const CheckoutStatus = closed(status, {
  $id: 'CheckoutStatus',
  description: 'The status of a checkout.',
})

export const CheckoutSigned = closed(
  {
    ...status,
    token: Type.String({
      description:
        "The buyer's new token. The token used to sign can read the result and, for ten " +
        'minutes, repeat this signature with its `Idempotency-Key`.',
    }),
  },
  { $id: 'CheckoutSigned', description: 'The status of a signed checkout.' },
)
