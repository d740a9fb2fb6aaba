import type { Principal } from '../../model/actions/action.ts'

/** A request that was answered, as the log of requests has it. */
export type RequestEntry = {
  /** As in `X-Request-Id`. */
  readonly id: string
  readonly at: Date
  readonly sandbox: boolean
  readonly method: string
  readonly route: string
  /** Null: the caller was gone. */
  readonly status: number | null
  readonly code: string | null
  readonly ms: number
  readonly principalKind: Principal['kind']
  readonly principalId: string | null
  readonly storeId: string | null
  readonly orderId: string | null
  readonly idempotencyHash: string | null
}

/** Before the key is hashed, which waits until it is written. */
export type NewEntry = Omit<RequestEntry, 'idempotencyHash'> & {
  readonly idempotencyKey: string | null
}
