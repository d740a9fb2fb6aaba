/** Shows a checkout to the buyer and tells the store's page what becomes of it. */
import type { CheckoutStatus, CloseResult } from '@svc/api/frame-messages'
import type { Ask } from './ask.ts'
import type { Settings } from './settings.ts'

/** All are optional. Where one is given, the page stays where it is. */
export type Callbacks = {
  readonly onReady?: () => void
  readonly onStatusChange?: (status: CheckoutStatus) => void
  readonly onClose?: (status: CloseResult) => void
  readonly onSuccess?: () => void
  readonly onPending?: () => void
  readonly onKO?: () => void
  readonly onError?: () => void
  readonly onDismiss?: () => void
}

export type Checkout = (id: string, callbacks?: Callbacks) => void

export function createCheckout(_settings: Settings, _ask: Ask): Checkout {
  return () => {}
}
