/** The callbacks and redirects of a store's page once its checkout is closed. */
import type { CloseResult } from '@svc/api/frame-messages'
import type { Transaction } from './answer.ts'
import { call } from './call.ts'
import { checkoutTexts } from './checkout-texts.ts'
import { storeLanguage } from './failed-texts.ts'
import { type Modal, openModal } from './modal.ts'
import { merchantUrl } from './outcome.ts'

/** How long a redirect waits for its target. */
const MERCHANT_MS_MAX = 3000

const CALLBACKS: Readonly<Record<CloseResult, string>> = {
  success: 'onSuccess',
  pending: 'onPending',
  ko: 'onKO',
  error: 'onError',
  dismiss: 'onDismiss',
}

/** Undefined if it takes longer. */
export function within<Value>(timeMs: number, value: Promise<Value>): Promise<Value | undefined> {
  return Promise.race([value, new Promise<undefined>((resolve) => setTimeout(resolve, timeMs))])
}

/** `known` is the checkout, with the store's URLs; undefined if it is unknown. */
export function conclude(
  result: CloseResult,
  callbacks: unknown,
  known: Promise<Transaction | undefined>,
): void {
  call(callbacks, 'onClose', result)
  if (call(callbacks, CALLBACKS[result])) return
  void within(MERCHANT_MS_MAX, known).then((transaction) => {
    const merchant = transaction?.merchant
    const url = merchant && merchantUrl(merchant, result, document.baseURI)
    if (url) location.assign(url)
    else if (result === 'error') sayFailed()
  })
}

let message: Modal | undefined

/** Remaining callbacks of the previous checkout. */
export function closeMessage(): void {
  message?.close()
  message = undefined
}

function sayFailed(): void {
  const texts = checkoutTexts(storeLanguage())
  message = openModal(texts, closeMessage)
  if (message) message.say(texts.failed, texts.close)
  else alert(texts.failed)
}
