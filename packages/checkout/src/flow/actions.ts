/** The buttons. */
import type { Question, Reply } from './api.ts'
import { type Context, surely } from './context.ts'
import { createDocuments } from './documents.ts'
import { leave } from './leaving.ts'
import { isMasked } from './masked.ts'
import type { Press } from './model.ts'
import { type Outcome, outcomeOf } from './outcomes.ts'
import {
  isAnswered,
  openCheckout,
  readCheckout,
  readOffers,
  showProblem,
  takeToken,
} from './reading.ts'
import { randomKey } from './session.ts'
import type { Actions, BuyerDraft } from './types.ts'

/** The bank is queried meanwhile. */
const SIGN_MS_MAX = 45_000

export function createActions(context: Context): Actions {
  const { store } = context
  return {
    choose: (offer) => void store.dispatch({ kind: 'chosen', offer }),
    next: () => void store.dispatch({ kind: 'went', place: 'data' }),
    back() {
      const place = store.model.place === 'signature' ? 'data' : 'offers'
      store.dispatch({ kind: 'went', place })
    },
    type: (typed) => void store.dispatch({ kind: 'typed', typed }),
    saveBuyer: (draft) => saveBuyer(context, draft),
    cardEntered: (card) => void store.dispatch({ kind: 'card', card }),
    forgetCard: () => void store.dispatch({ kind: 'card', card: null }),
    cardFrameUrl: () => cardFrameUrl(context),
    sign: () => sign(context),
    async settleChallenge(outcome) {
      const { pressed } = store.model
      if (pressed !== null || !press(context, 'challenge')) return
      const question = { method: 'POST', path: '/challenge', body: { outcome } } as const
      await send(context, 'challenge', { ...question, idempotencyKey: randomKey() })
    },
    leave: () => leave(context),
    stay: () => void store.dispatch({ kind: 'stayed' }),
    async retry() {
      if (context.session === null) {
        location.reload()
        return
      }
      if (!press(context, 'retry')) return
      await openCheckout(context)
      store.dispatch({ kind: 'released' })
    },
    setLanguage(language) {
      context.session?.keep({ language })
      store.dispatch({ kind: 'language', language })
    },
    documentUrl: createDocuments(context),
  }
}

/** Whether the press is accepted: of two quick presses only the first one is. */
function press({ store }: Context, name: Press, draft?: BuyerDraft): boolean {
  if (store.model.pressed !== null) return false
  const typed = draft === undefined ? {} : { draft }
  return store.dispatch({ kind: 'pressed', press: name, ...typed }).pressed === name
}

async function saveBuyer(context: Context, given: BuyerDraft): Promise<void> {
  const { store } = context
  const pairs = Object.entries(given).map(([name, text]) => [name, text.trim()])
  // The names are those of the draft.
  const draft = Object.fromEntries(pairs) as BuyerDraft
  if (!press(context, 'save', draft)) return
  const { email = '', income, ...texts } = draft
  const needed = store.model.progress?.income_required === true ? { ...texts, income } : texts
  const missing = Object.entries(needed).filter(([, text]) => text === '')
  if (missing.length > 0) {
    const faults = Object.fromEntries(missing.map(([name]) => [name, ['is required']]))
    store.dispatch({ kind: 'released', notice: 'fields_refused', faults })
    return
  }
  const { chosen } = store.model
  // The decision is about the person and the plan.
  const plan = chosen && { product: chosen.product, num_instalments: chosen.num_instalments }
  // Masked values are stored by the service, and stay unchanged.
  const typed = Object.entries(texts).filter(([, text]) => !isMasked(text))
  const body = {
    ...Object.fromEntries(typed),
    ...(email === '' ? {} : { email }),
    ...(income === '' ? {} : { income: Number(income) }),
    ...plan,
  }
  const question: Question = { method: 'PUT', path: '/buyer', body, idempotencyKey: randomKey() }
  await send(context, 'save', question)
}

/** The provider's page, which sends this one a token of the card. */
function cardFrameUrl({ checkoutId, parentOrigin, root, store, token }: Context): string | null {
  const { language, progress } = store.model
  const path = progress?.card_frame ?? null
  if (path === null || token === null || !path.startsWith('/')) return null
  const query = new URLSearchParams({ checkout: checkoutId, origin: location.origin })
  query.set('lang', language)
  if (parentOrigin !== null) query.set('top', parentOrigin)
  return `${root}${path}?${query}#${token}`
}

async function sign(context: Context): Promise<void> {
  const { session, store } = context
  const { card, chosen, language, progress } = store.model
  if (chosen === null) return
  // The view shows the message next to the missing card.
  if (card === null && progress?.card_frame != null) return
  if (!press(context, 'sign')) return
  // One key for the only signature of a checkout: however often it is repeated, it is signed once.
  const idempotencyKey = session?.stored.signatureKey ?? randomKey()
  const { product, num_instalments, total_amount } = chosen
  const token = card === null ? {} : { card_token: card.token }
  const body = { product, num_instalments, total_amount, language, ...token }
  session?.keep({ signatureKey: idempotencyKey, signing: body })
  const question = { method: 'POST', path: '/accept', timeoutMs: SIGN_MS_MAX } as const
  const reply = await send(context, 'sign', { ...question, body, idempotencyKey })
  if (isAnswered(reply)) session?.keep({ signing: undefined })
}

/** Until it is answered, or the result is known from elsewhere. */
async function send(context: Context, name: Press, question: Question): Promise<Reply | undefined> {
  const isSuperseded = () => context.store.model.pressed !== name
  const onLost = () => context.wake()
  const reply = await surely(context, question, { isSuperseded, onLost })
  if (reply?.status === 200) takeToken(context, reply)
  // A refusal of the data ends the checkout immediately.
  if (name === 'save' && reply?.status === 204) await readCheckout(context)
  settle(context, reply)
  return reply
}

const READ_AGAIN: Outcome = { kind: 'read_again' }

/** The effect of a button's answer on the page. */
function settle(context: Context, reply: Reply | undefined): void {
  const { store } = context
  if (reply === undefined) return
  // Another tab has signed, and this one reads the result; or the token has expired.
  const outcome = reply.code === 'token_invalid' ? READ_AGAIN : outcomeOf(reply)
  switch (outcome.kind) {
    case 'done':
      store.dispatch({ kind: 'saved' })
      store.dispatch({ kind: 'released' })
      return
    case 'moved':
      store.dispatch({ kind: 'moved', status: outcome.status, reason: outcome.reason })
      store.dispatch({ kind: 'released' })
      context.wake()
      return
    case 'read_again':
      store.dispatch({ kind: 'released' })
      context.wake()
      return
    case 'choose_again':
      store.dispatch({ kind: 'released', notice: 'offer_gone', place: 'offers' })
      void readOffers(context)
      return
    case 'correct': {
      const { faults } = outcome
      store.dispatch({ kind: 'released', notice: 'fields_refused', faults, place: 'data' })
      return
    }
    case 'notice': {
      const { forgetCard, notice } = outcome
      store.dispatch({ kind: 'released', notice, forgetCard })
      return
    }
    case 'problem':
      store.dispatch({ kind: 'released' })
      showProblem(context, reply)
  }
}
