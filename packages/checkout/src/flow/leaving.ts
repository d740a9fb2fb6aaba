/** How the buyer returns to the store. */
import type { CloseResult } from '@svc/api/frame-messages'
import type { Context } from './context.ts'
import { isOpen, resultOf, stepOf, targetOf } from './model.ts'

/** The longest time that leaving takes. */
const DISMISS_MS_MAX = 2_500

export async function leave(context: Context): Promise<void> {
  const { api, store } = context
  const { model } = store
  if (model.pressed === 'sign' || model.pressed === 'challenge') {
    // The result of the signature is unknown: with a connection the answer is near.
    if (model.offline) void go(context, 'pending')
    return
  }
  const reason = model.seen?.status_reason
  if (model.problem === null && reason === 'confirmation_required') {
    store.dispatch({ kind: 'impatient' })
  }
  if (model.problem !== null || !isOpen(model)) {
    void go(context)
    return
  }
  if (store.dispatch({ kind: 'pressed', press: 'leave' }).pressed !== 'leave') return
  const question = { path: '/dismiss', timeoutMs: DISMISS_MS_MAX, keepalive: true } as const
  const reply = await api.ask({ method: 'POST', ...question })
  store.dispatch({ kind: 'released' })
  // Another tab has signed: the result is shown here before they leave.
  if (reply?.status === 409 || reply?.status === 401) context.wake()
  else void go(context)
}

/** The store's page asks, and takes a silent page for dead. */
export function leaveByRequest(context: Context): void {
  const step = stepOf(context.store.model)
  if (step !== 'loading' && step !== 'problem') context.link?.send({ event: 'checkout-ready' })
  void leave(context)
}

/** Escape first closes a dialog of the page, then the store's dialog around it. */
export function leaveByEscape(context: Context): void {
  document.addEventListener('keydown', (event) => {
    const meant = event.key === 'Escape' && !event.defaultPrevented && !event.isComposing
    if (meant && document.querySelector('dialog[open]') === null) void leave(context)
  })
}

/** With the result, if there is one; `unknown` if it is not known. */
export async function go(context: Context, unknown?: 'pending'): Promise<void> {
  const { link, referrer, session, store } = context
  const { model } = store
  const result: CloseResult =
    resultOf(model)?.status ?? unknown ?? (model.problem === null ? 'dismiss' : 'error')
  // A buyer who leaves leaves no data behind.
  session?.keep({ typed: undefined, card: undefined })
  await context.toFirstStep()
  if (link !== null) {
    link.send({ event: 'close', result, reason: model.seen?.status_reason ?? '' })
    return
  }
  const target = targetOf(model, unknown) ?? referrer
  // Without a history entry: one does not return to a finished checkout.
  if (target !== null) location.replace(target)
  else history.back()
}
