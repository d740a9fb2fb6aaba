/**
 * Automatic work of the page: reading again, messages to the store's page, countdowns, redirects.
 */
import type { FrameStatus } from '@svc/api/frame-messages'
import type { Context } from './context.ts'
import { go } from './leaving.ts'
import { isOpen, resultOf, stepOf, targetOf } from './model.ts'
import { openCheckout, readCheckout, readExplanation } from './reading.ts'
import { offerName } from './resuming.ts'
import { pollMs } from './trying.ts'

const TICK_MS = 250
/** The interval of connection attempts, if the browser does not report one. */
const OFFLINE_MS = 3_000
/** Nobody is looking. */
const HIDDEN_MS = 10_000

export function watch(context: Context): void {
  const { store } = context
  const report: Report = { ready: false, status: null, closed: false, explained: false }
  context.wake = reader(context)
  store.onChange(() => {
    keep(context)
    sendNews(context, report)
  })
  stayWhereBuyerIs(context)
  setInterval(() => {
    store.dispatch({ kind: 'tick' })
    const { leavesAt, now } = store.model
    if (leavesAt === null || now < leavesAt) return
    // Once: if the store does not answer, the buyer has the button.
    store.dispatch({ kind: 'stayed' })
    void go(context)
  }, TICK_MS)
}

const SIGNS_OF_LIFE = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'click', 'scroll'] as const

/** Touching, scrolling or pressing a key means reading: the countdown ends for good. */
function stayWhereBuyerIs({ store }: Context): void {
  const stay = ({ type, target }: Event) => {
    // The page itself scrolls to the top with each step; no button moves away under a finger.
    const own = type === 'scroll' && scrollY === 0
    const pressing = type === 'pointerdown' || type === 'touchstart'
    const onButton = pressing && target instanceof Element && target.closest('button') !== null
    if (!own && !onButton && store.model.leavesAt !== null) store.dispatch({ kind: 'stayed' })
  }
  for (const type of SIGNS_OF_LIFE) addEventListener(type, stay, { capture: true, passive: true })
}

/** Reads the checkout repeatedly, more often when something is about to happen. */
function reader(context: Context): () => void {
  const { store } = context
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading = false
  let wanted = false
  let step = ''
  let reads = 0
  const read = async () => {
    clearTimeout(timer)
    wanted = reading
    if (reading) return
    reading = true
    const { problem, seen } = store.model
    if (seen !== null) await readCheckout(context)
    else if (problem?.kind === 'unreachable') await openCheckout(context)
    reading = false
    if (wanted) await read()
    else plan()
  }
  const plan = () => {
    const { model } = store
    clearTimeout(timer)
    const result = resultOf(model)
    if (result !== null && result.status !== 'pending') return
    const now = stepOf(model)
    if (now === 'loading') return
    if (now !== step) reads = 0
    step = now
    const soon = model.offline ? Math.min(OFFLINE_MS, pollMs(now, reads)) : pollMs(now, reads++)
    // The expiry is read when it has come.
    const end = model.endsAt === null ? soon : Math.max(250, model.endsAt - model.now + 100)
    timer = setTimeout(read, Math.max(Math.min(soon, end), document.hidden ? HIDDEN_MS : 0))
  }
  const wake = () => void (document.hidden ? undefined : read())
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', (event) => event.persisted && wake())
  store.onChange(() => {
    if (stepOf(store.model) !== step) plan()
  })
  return () => void read()
}

/** The buyer's present step, for a reload. */
function keep({ session, store }: Context): void {
  const { card, chosen, offers, place, seen, typed, waitingSince } = store.model
  // The previous step stays until the offers are loaded.
  if (isOpen(store.model) && offers !== null) {
    const name = chosen === null ? {} : { chosen: offerName(chosen) }
    session?.keep({ place, ...name, typed: typed ?? undefined, card: card ?? undefined })
  } else if (seen !== null && !isOpen(store.model)) {
    session?.keep({ typed: undefined, card: undefined })
  }
  if (waitingSince !== null) {
    session?.keep({ waitingSince: Math.round(performance.timeOrigin + waitingSince) })
  }
}

type Report = {
  ready: boolean
  status: FrameStatus | null
  closed: boolean
  explained: boolean
}

function sendNews(context: Context, report: Report): void {
  const { link, store } = context
  const { model } = store
  const step = stepOf(model)
  const result = resultOf(model)
  if (!report.ready && step !== 'loading' && step !== 'problem') {
    report.ready = true
    link?.send({ event: 'checkout-ready' })
  }
  if (result !== null && result.status !== report.status) {
    report.status = result.status
    link?.send({ event: 'status-change', status: result.status, reason: result.reason })
  }
  const hopeless = !report.ready && model.problem?.canRetry === false && link !== null
  const closes = result?.status === 'success' && model.seen?.close_on_success === true
  const done = closes && (link !== null || targetOf(model) !== null)
  if (!report.closed && (hopeless || done)) {
    report.closed = true
    void go(context)
  }
  if (!report.explained && result?.reason === 'ko_generic' && context.token !== null) {
    report.explained = true
    void readExplanation(context)
  }
}
