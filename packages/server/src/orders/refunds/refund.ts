import type { Cents } from '@svc/api'
import type { Day } from '../../platform/time/calendar.ts'

/** A refund as asked for, on whichever level; amounts are minor units. */
export type Refund = {
  readonly id: string
  readonly sequence: number
  readonly amount: Cents
  readonly fromCaptures: Cents
  readonly fromUncaptured: Cents
  readonly creditToCustomer: Cents
  readonly origin: 'order' | 'capture' | 'cancel'
  readonly createdAt: Date
}

/** What a refund took from one capture. */
export type CaptureRefund = {
  readonly id: string
  readonly refundId: string
  readonly captureId: string
  /** That of its refund. */
  readonly origin: Refund['origin']
  readonly position: number
  readonly amount: Cents
  readonly pendingAmount: Cents
  /** A day of the loan's time zone: the one that the store had when the buyer signed. */
  readonly accrualDate: Day
  readonly creditToCustomer: Cents
  readonly completed: boolean
  readonly completedButDefaults: boolean
  readonly createdAt: Date
}
