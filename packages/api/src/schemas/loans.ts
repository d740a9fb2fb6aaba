import { limits } from '../limits.ts'
import { Amount, about, optional, type Static, Type } from './common.ts'

export const spreads = ['spread', 'last', 'next'] as const
const Spread = () =>
  optional(
    about(
      'Which instalments are reduced: all of them, the last ones, or the next.',
      Type.Enum([...spreads]),
    ),
  )

/** `POST /orders/:orderId/loan/payments` */
export const ReceivedPaymentBody = Type.Object({
  amount: about('Amount received, in minor units: 12.50 is 1250.', Amount({ minimum: 1 })),
  spread: Spread(),
})
export type ReceivedPayment = Static<typeof ReceivedPaymentBody>

/** `POST /orders/:orderId/loan/early-repayment` */
export const EarlyRepaymentBody = Type.Object({
  amount: optional(about('Amount to repay; defaults to everything.', Amount({ minimum: 1 }))),
  spread: Spread(),
})
export type EarlyRepayment = Static<typeof EarlyRepaymentBody>

/** `POST /orders/:orderId/loan/charge-backs` */
export const ChargeBackBody = Type.Object({
  payment_id: about(
    'The payment that was charged back.',
    Type.String({ minLength: 1, maxLength: limits.identifierMax }),
  ),
})
export type ChargeBackWish = Static<typeof ChargeBackBody>
