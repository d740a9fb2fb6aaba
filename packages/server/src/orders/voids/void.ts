import type { Cents } from '@svc/api'

export type Void = {
  readonly id: string
  readonly sequence: number
  readonly amount: Cents
  readonly origin: 'store' | 'cancel' | 'lapse'
  readonly createdAt: Date
}
