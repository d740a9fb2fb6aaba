/** Shows a checkout to the buyer and reports its result to the store's page (decision 0043). */
import type { CloseResult, FrameEvent, FrameStatus } from '@svc/api/frame-messages'
import type { Transaction } from './answer.ts'
import type { Ask } from './ask.ts'
import { call } from './call.ts'
import { isCheckoutId, pageUrl, showPage } from './checkout-page.ts'
import { checkoutTexts } from './checkout-texts.ts'
import { closeMessage, conclude, within } from './conclusion.ts'
import { storeLanguage } from './failed-texts.ts'
import { type FrameTalk, talkToFrame } from './frame-talk.ts'
import { type HistoryEntry, holdHistoryEntry } from './history-entry.ts'
import { type Modal, openModal } from './modal.ts'
import { mayFollow, resultAtClose, resultOf } from './outcome.ts'
import { createParting, type Parting } from './parting.ts'
import type { Callbacks } from './public.d.ts'
import { createSay, type Say } from './say.ts'
import type { Settings } from './settings.ts'

/** `called` is the time of the store's call, if that was earlier. */
export type Checkout = (id: string, callbacks?: Callbacks | null, called?: number) => unknown

/** From the store's call until the buyer can use it. */
const READY_MS_MAX = 60_000
/** A violation of the page's policy fails first and is explained right after it. */
const EXPLAIN_MS_MAX = 50
/** How long a buyer who gives up waits for the service's status. */
const ABANDON_MS_MAX = 1000

const nothing = () => undefined

type Opening = {
  readonly id: string
  readonly callbacks: unknown
  readonly called: number
  readonly settings: Settings
  readonly ask: Ask
  readonly say: Say
  /** Another checkout can be opened. */
  readonly over: () => void
}
/** An open checkout. */
type Visit = Opening & {
  readonly page: string
  /** Its public part; undefined if the checkout is unknown. */
  readonly transaction: Promise<Transaction | undefined>
  readonly modal: Modal | undefined
  readonly entry: HistoryEntry
  readonly parting: Parting
  readonly timer: ReturnType<typeof setTimeout>
  talk: FrameTalk | undefined
  last: FrameStatus | undefined
  hasSpoken: boolean
  isReady: boolean
  isOver: boolean
}

export function createCheckout(settings: Settings, ask: Ask): Checkout {
  const say = createSay(settings.brand)
  let open: Visit | undefined
  return (id, callbacks, called = performance.now()) => {
    if (open) {
      if (open.id === id) open.modal?.focus()
      else say.warn('a checkout is open already')
      return
    }
    closeMessage()
    if (!isCheckoutId(id)) {
      say.fault('checkout() takes the id of a checkout: 32 hexadecimal digits')
      // Not before the call returns, as in every other case.
      void Promise.resolve().then(() => conclude('error', callbacks, Promise.resolve(undefined)))
      return
    }
    const over = () => {
      open = undefined
    }
    open = openCheckout({ id, callbacks, called, settings, ask, say, over })
  }
}

function openCheckout(opening: Opening): Visit {
  const { settings, id } = opening
  const { brand, apiUrl } = settings
  const language = storeLanguage()
  const nonce = randomHex()
  const leave = () => askToLeave(visit)
  const visit: Visit = {
    ...opening,
    page: pageUrl(settings, id, language),
    transaction: askTransaction(opening),
    modal: openModal(checkoutTexts(language), leave),
    entry: holdHistoryEntry(nonce, leave),
    parting: createParting({
      close: () => close(visit, 'dismiss'),
      lost: () => visit.modal?.lost(),
      abandon: () => void abandon(visit),
    }),
    timer: setTimeout(
      () => close(visit, 'error'),
      opening.called + READY_MS_MAX - performance.now(),
    ),
    talk: undefined,
    last: undefined,
    hasSpoken: false,
    isReady: false,
    isOver: false,
  }
  void visit.transaction.then((known) => {
    if (!known) setTimeout(() => close(visit, 'error'), EXPLAIN_MS_MAX)
  })
  const holder = encodeURIComponent(self.origin)
  const framed = `${visit.page}&iframe=checkout&origin=${holder}&nonce=${nonce}`
  const frame = visit.modal?.load(framed)
  if (frame) {
    visit.talk = talkToFrame(frame, {
      brand,
      origin: new URL(apiUrl).origin,
      nonce,
      heard: (said) => heard(visit, said),
      refused: (why) => void goToPage(visit, why),
    })
  } else void goToPage(visit, 'no dialog')
  return visit
}

function heard(visit: Visit, said: FrameEvent): void {
  const { callbacks, id, transaction, parting } = visit
  parting.heard()
  visit.hasSpoken = true
  if (said.event === 'get-checkout-data') {
    void transaction.then((transaction) => {
      if (transaction) visit.talk?.send({ event: 'checkout-data', id, transaction })
    })
    return
  }
  if (said.event === 'close') {
    close(visit, said.result)
    return
  }
  // A page that reports a status can be used.
  if (!visit.isReady) {
    visit.isReady = true
    clearTimeout(visit.timer)
    visit.modal?.reveal()
    call(callbacks, 'onReady')
  }
  if (said.event === 'status-change' && mayFollow(visit.last, said.status)) {
    visit.last = said.status
    call(callbacks, 'onStatusChange', said.status)
  }
}

function askToLeave(visit: Visit): void {
  const { talk, parting, hasSpoken, isReady } = visit
  // Without a page, nothing can be in progress.
  if (!hasSpoken) close(visit, 'dismiss')
  else {
    talk?.send({ event: 'close-request' })
    parting.press(isReady)
  }
}

/** The page in the frame has crashed, perhaps after a signature: the service knows. */
async function abandon(visit: Visit): Promise<void> {
  const request = visit.ask(`/checkout/${visit.id}`).catch(nothing)
  const answer = await within(ABANDON_MS_MAX, request)
  close(visit, resultOf(answer?.body ?? {}))
}

function close(visit: Visit, closing: CloseResult): void {
  const { callbacks, transaction, last } = visit
  end(visit, () => conclude(resultAtClose(last, closing), callbacks, transaction))
}

/** If the frame cannot be shown, the page itself can; it then redirects to the store's URLs. */
async function goToPage(visit: Visit, why: string): Promise<void> {
  const { transaction, page, say, callbacks } = visit
  const canAsk = !why.startsWith('connect')
  if (canAsk && !(await transaction)) return
  // The browser offers no other way to tell whether there is any answer.
  const answers = canAsk && fetch(page, { mode: 'no-cors', credentials: 'omit' })
  try {
    await answers
  } catch {
    close(visit, 'error')
  }
  end(visit, () => {
    say.warn(`the checkout opens as a page: ${why}`)
    try {
      showPage(page)
    } catch {
      conclude('error', callbacks, transaction)
    }
  })
}

/** All of it is removed from the page before its end is reported. */
function end(visit: Visit, then: () => void): void {
  if (visit.isOver) return
  visit.isOver = true
  clearTimeout(visit.timer)
  visit.parting.end()
  visit.talk?.end()
  visit.modal?.close()
  void visit.entry.release().then(() => {
    visit.over()
    then()
  })
}

async function askTransaction({ ask, id, say }: Opening): Promise<Transaction | undefined> {
  const answer = await ask(`/checkout/${id}`).catch(nothing)
  const transaction = answer?.status === 200 ? answer.body?.transaction : undefined
  if (transaction?.merchant) return transaction
  say.fault(`${answer?.body?.error?.message ?? 'no answer'} (checkout ${id})`)
  return undefined
}

function randomHex(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)))
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
