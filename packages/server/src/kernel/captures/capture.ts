import { type Cents, subtract } from '@svc/api'

/** A captured amount; `refundedAmount` is the cache of its refunds' sum. */
export type Capture = {
  readonly id: string
  readonly sequence: number
  readonly amount: Cents
  readonly refundedAmount: Cents
  readonly createdAt: Date
}

export function captureRemaining(capture: Capture): Cents {
  return subtract(capture.amount, capture.refundedAmount)
}
