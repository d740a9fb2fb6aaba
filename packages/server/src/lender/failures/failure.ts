import type { failureKinds } from '@svc/api'
import type { StoreReference } from '../../model/stores/store-account.ts'

type FailureKind = (typeof failureKinds)[number]

/** A failure that is not repaired yet. */
export type Failure = {
  /** The kind and what names it, separated by dots. */
  readonly id: string
  readonly kind: FailureKind
  /** Whether the service goes on trying. */
  readonly state: 'failing' | 'given_up'
  /** In one word: failures of one cause are seen together. */
  readonly cause: string
  /** In the words of the last attempt. */
  readonly detail: string | null
  readonly attempts: number
  readonly at: Date
  /** When the service tries it next by itself. */
  readonly nextAt: Date | null
  readonly orderId: string | null
  /** Of an erasure. */
  readonly personId: string | null
  /** For a delivery, the owner of the webhook. */
  readonly webhookId: string | null
  readonly store: StoreReference | null
}

/** All failures of one cause. */
export type FailureGroup = Pick<Failure, 'kind' | 'cause'> & {
  readonly count: number
  readonly stores: number
  readonly orders: number
  readonly oldestAt: Date
  readonly newestAt: Date
}
