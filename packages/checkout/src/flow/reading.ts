/** How the page determines its checkout, and its progress. */
import type { Answered, OffersAnswer } from '@svc/api'
import { fieldsOf, type Reply } from './api.ts'
import { type Context, surely } from './context.ts'
import type { Seen } from './model.ts'
import { outcomeOf } from './outcomes.ts'
import { languageOf, latestToken, openSession, type Stored } from './session.ts'
import type { Explanation, Progress } from './types.ts'
import { urlsOf } from './urls.ts'

/** Attempts until the buyer sees that the service does not answer; retries continue behind that. */
const SOME = { lostMax: 3 }

/** From nothing to the first step; again, if that did not succeed. */
export async function openCheckout(context: Context): Promise<void> {
  const { address, store, link } = context
  const named = address.checkoutId === null ? await link?.ask() : { id: address.checkoutId }
  const { id } = named ?? {}
  context.key ??= named?.key ?? null
  if (id === undefined) {
    store.dispatch({ kind: 'problem', problem: 'nothing_named', requestId: null })
    return
  }
  if (context.session === null) openAt(context, id)
  let reply = context.token === null ? undefined : await readBoth(context)
  // The tab's stored token may have expired: the key may still work.
  const useless = context.token === null || reply?.code === 'token_invalid'
  if (useless && context.key !== null) {
    if (!(await getToken(context))) return
    reply = await readBoth(context)
  }
  if (context.token === null) {
    store.dispatch({ kind: 'problem', problem: 'not_found', requestId: null })
  } else if (reply?.status !== 200) showProblem(context, reply)
}

/** The token moves from the URL into the tab's storage, where a reload finds it. */
function openAt(context: Context, id: string): void {
  const { address, brand, store, link, parentOrigin } = context
  // A checkout opened inside one page is not available to another page of the same tab.
  const holder = link === null ? '' : `-${parentOrigin}`
  const session = openSession(() => window.sessionStorage, `${brand}-checkout-${id}${holder}`)
  const { stored } = session
  context.session = session
  context.checkoutId = id
  const token = latestToken(address.token, stored.token ?? null)
  context.token = token
  if (token !== null) session.keep({ token })
  if (address.token !== null && session.lasts) {
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  if (stored.language !== undefined) store.dispatch({ kind: 'language', language: stored.language })
  if (stored.waitingSince !== undefined) {
    store.dispatch({ kind: 'waited', since: stored.waitingSince - performance.timeOrigin })
  }
}

/** False if there is none available; then only public data are shown. */
async function getToken(context: Context): Promise<boolean> {
  const question = { method: 'POST', path: '/token', withKey: true } as const
  const reply = await surely(context, question, SOME)
  if (reply?.status === 200) {
    takeToken(context, reply)
    return true
  }
  context.token = null
  // A buyer who signed in another tab has the token there; here the result is shown.
  if (reply?.code === 'checkout_finished') await readCheckout(context)
  else showProblem(context, reply)
  return false
}

/** From here on the page uses the answer's token. */
export function takeToken(context: Context, { body }: Reply): void {
  const { address, session } = context
  const { token } = fieldsOf(body)
  if (typeof token !== 'string') return
  context.token = token
  session?.keep({ token })
  // If the tab cannot store it, a reload needs the URL.
  if (address.token !== null && session?.lasts === false) {
    history.replaceState(history.state, '', `${location.pathname}${location.search}#${token}`)
  }
}

/** An unanswered request, or one with a server error, may have arrived: it is sent again. */
export const isAnswered = (reply: Reply | undefined): boolean =>
  reply !== undefined && reply.status < 500

/**
 * The signature has arrived, but not its answer, with the new token: the same request is sent again
 * with its key, and answered as before.
 */
async function repeatSignature(context: Context, { signing }: Stored): Promise<void> {
  const { session, store } = context
  const idempotencyKey = session?.stored.signatureKey
  if (signing === undefined || idempotencyKey === undefined || context.repeating) return
  context.repeating = true
  const question = { method: 'POST', path: '/accept', body: signing } as const
  const reply = await surely(context, { ...question, idempotencyKey }, { lostMax: 10 })
  context.repeating = false
  if (isAnswered(reply)) session?.keep({ signing: undefined })
  if (reply?.status !== 200) return
  takeToken(context, reply)
  await readCheckout(context)
  const { explanation, seen } = store.model
  if (seen?.status_reason === 'ko_generic' && explanation === null) await readExplanation(context)
}

/** Concurrently: on a slow connection every round trip is noticeable. */
async function readBoth(context: Context): Promise<Reply | undefined> {
  const offering = surely(context, { method: 'GET', path: '/offers' }, SOME)
  const reply = await surely(context, { method: 'GET', path: '/progress' }, SOME)
  if (reply?.status === 200) {
    takeProgress(context, reply)
    takeOffers(context, await offering)
  }
  return reply
}

/** Once more, while the buyer waits for news: one attempt, the next one follows automatically. */
export async function readCheckout(context: Context): Promise<void> {
  const { api, store, token } = context
  const bare = token === null
  const reply = await api.ask({ method: 'GET', path: bare ? '' : '/progress', withKey: bare })
  store.dispatch({ kind: 'connection', lost: reply === undefined })
  if (reply?.status === 200) {
    if (bare) takeSeen(context, reply)
    else takeProgress(context, reply)
  } else if (reply !== undefined || store.model.seen === null) showProblem(context, reply)
}

export async function readOffers(context: Context): Promise<void> {
  takeOffers(context, await surely(context, { method: 'GET', path: '/offers' }, SOME))
}

function takeProgress(context: Context, { body }: Reply): void {
  const { address, session, store } = context
  // From the page's own service.
  const progress = body as Progress
  const spoken = languageOf(progress.language)
  const first = store.model.progress === null && address.language === null
  if (first && spoken !== null && session?.stored.language === undefined) {
    store.dispatch({ kind: 'language', language: spoken })
  }
  store.dispatch({ kind: 'progress', progress })
  const isSigned = progress.status_reason !== 'in_process'
  if (isSigned && session !== null) void repeatSignature(context, session.stored)
}

function takeOffers({ session, store }: Context, reply: Reply | undefined): void {
  if (reply?.status !== 200) return
  // From the page's own service, which answered 200.
  const { offers } = reply.body as Answered<typeof OffersAnswer>
  store.dispatch({ kind: 'offers', offers, stored: session?.stored ?? {} })
}

/**
 * The data that a public key may read. The token was refused because nothing can be done any more.
 */
function takeSeen({ store }: Context, { body }: Reply): void {
  const { id, status, status_reason: reason, transaction } = fieldsOf(body)
  const merchant = fieldsOf(fieldsOf(transaction).merchant)
  const seen: Seen = {
    id: String(id),
    status: status === 'ok' || status === 'ko' ? status : 'pending',
    status_reason: String(reason),
    over: reason !== 'confirmation_required',
    urls: urlsOf(merchant),
    close_on_success: merchant.close_on_success === true,
  }
  store.dispatch({ kind: 'seen', seen })
}

/** The reason of a decline: the buyer's right, and it delays nothing. */
export async function readExplanation(context: Context): Promise<void> {
  const reply = await surely(context, { method: 'GET', path: '/decision' }, SOME)
  if (reply?.status !== 200) return
  // From the page's own service, which answered 200.
  context.store.dispatch({ kind: 'explained', explanation: reply.body as Explanation })
}

/** The meaning of an answer that no button requested. */
export function showProblem({ store }: Context, reply: Reply | undefined): void {
  const outcome = reply === undefined ? undefined : outcomeOf(reply)
  const requestId = reply?.requestId ?? null
  if (outcome?.kind === 'problem') {
    store.dispatch({ kind: 'problem', problem: outcome.problem, requestId })
  } else if (store.model.seen === null) {
    const silent = reply === undefined || reply.status >= 500 || reply.status === 429
    store.dispatch({ kind: 'problem', problem: silent ? 'unreachable' : 'unexpected', requestId })
  }
}
