/**
 * The state of the flow, and the part that views see. Pure; times are milliseconds of the page's
 * own monotonic clock, since the buyer's clock may be wrong.
 */
import type {
  BuyerDraft,
  Card,
  Explanation,
  Language,
  Notice,
  Offer,
  Problem,
  Progress,
  Result,
  State,
  Step,
  StoreUrls,
} from './types.ts'
import { httpUrl } from './urls.ts'

/** How long the store may take to confirm before the buyer sees that it is pending. */
const PENDING_AFTER_MS = 15_000
/** How long a result is shown before the tab goes to the store: there is something to read. */
export const LEAVE_AFTER_MS = 30_000

/** The data of a checkout in both answers, with its token and with the public key only. */
export type Seen = {
  readonly id: string
  readonly status: Progress['status']
  readonly status_reason: string
  /** It had expired when it was read. */
  readonly over: boolean
  readonly urls: StoreUrls
  readonly close_on_success: boolean
}

/** The buyer's step while nothing is signed. */
export type Place = 'offers' | 'data' | 'signature'
/** The button whose request is in progress. */
export type Press = 'save' | 'sign' | 'challenge' | 'leave' | 'retry'

export type Model = {
  readonly now: number
  readonly embedded: boolean
  /** There is a page to return to, whatever the checkout says. */
  readonly wayBack: boolean
  readonly language: Language
  readonly seen: Seen | null
  readonly progress: Progress | null
  readonly offers: readonly Offer[] | null
  readonly place: Place
  readonly chosen: Offer | null
  readonly buyer: BuyerDraft
  /** As in the form; null once the server has it. */
  readonly typed: BuyerDraft | null
  /** The server has the buyer's data. */
  readonly saved: boolean
  readonly card: Card | null
  readonly pressed: Press | null
  readonly offline: boolean
  readonly notice: Notice | null
  readonly faults: Readonly<Record<string, readonly string[]>>
  readonly problem: Problem | null
  readonly explanation: Explanation | null
  /** When the present step ends by itself. */
  readonly endsAt: number | null
  /** When the wait for the store's confirmation began. */
  readonly waitingSince: number | null
  /** The buyer did not want to wait for it. */
  readonly impatient: boolean
  readonly leavesAt: number | null
  readonly stayed: boolean
}

const emptyDraft: BuyerDraft = {
  first_name: '',
  last_name: '',
  phone: '',
  birthday: '',
  document_id: '',
  email: '',
  income: '',
}

type Beginning = Pick<Model, 'now' | 'embedded' | 'wayBack' | 'language'>

export function firstModel(beginning: Beginning): Model {
  return {
    ...beginning,
    seen: null,
    progress: null,
    offers: null,
    place: 'offers',
    chosen: null,
    buyer: emptyDraft,
    typed: null,
    saved: false,
    card: null,
    pressed: null,
    offline: false,
    notice: null,
    faults: {},
    problem: null,
    explanation: null,
    endsAt: null,
    waitingSince: null,
    impatient: false,
    leavesAt: null,
    stayed: false,
  }
}

/** The progress of a checkout: it never goes back. */
export function rankOf({ status, status_reason: reason, over }: Omit<Seen, 'urls'>): number {
  if (status !== 'pending') return 3
  if (reason === 'confirmation_required') return 2
  if (over) return 3
  return reason === 'challenge_required' ? 1 : 0
}

/** The result as sent to the store (contract §10). */
export function resultOf({ seen, now, waitingSince, impatient }: Model): Result | null {
  if (seen === null) return null
  const { status, status_reason: reason } = seen
  if (status === 'ok') return { status: 'success', reason }
  if (status === 'ko') return { status: 'ko', reason }
  if (reason === 'confirmation_required') {
    const waited = waitingSince !== null && now - waitingSince >= PENDING_AFTER_MS
    return waited || impatient ? { status: 'pending', reason } : null
  }
  const checked = reason === 'challenge_required'
  // The service notices the expiry a moment later; nothing can happen any more.
  if (seen.over) return { status: 'ko', reason: checked ? 'expired_challenge' : 'expired' }
  return checked ? { status: 'pending', reason } : null
}

export const isFinal = (model: Model): boolean => {
  const result = resultOf(model)
  return result !== null && result.status !== 'pending'
}

/** The buyer can still choose, fill in and sign. */
export const isOpen = ({ seen }: Model): boolean =>
  seen !== null && seen.status === 'pending' && !seen.over && seen.status_reason === 'in_process'

export function stepOf(model: Model): Step {
  const { seen, problem, offers, place } = model
  if (problem !== null) return 'problem'
  if (seen === null) return 'loading'
  if (isOpen(model)) return offers === null ? 'loading' : place
  if (seen.status === 'pending' && !seen.over) {
    if (seen.status_reason === 'challenge_required') return 'challenge'
    if (resultOf(model) === null) return 'waiting'
  }
  return 'result'
}

const secondsUntil = (at: number | null, now: number): number | null =>
  at === null ? null : Math.max(0, Math.ceil((at - now) / 1000))

export function stateOf(model: Model): State {
  const { now, endsAt, leavesAt } = model
  const step = stepOf(model)
  return {
    step,
    progress: model.progress,
    offers: model.offers ?? [],
    chosen: model.chosen,
    buyer: model.buyer,
    typed: model.typed,
    card: model.card,
    busy: model.pressed !== null,
    offline: model.offline,
    notice: model.notice,
    faults: model.faults,
    problem: model.problem,
    result: resultOf(model),
    explanation: model.explanation,
    language: model.language,
    embedded: model.embedded,
    canLeave: canLeave(model),
    secondsLeft: isOpen(model) || step === 'challenge' ? secondsUntil(endsAt, now) : null,
    leavingIn: step === 'result' ? secondsUntil(leavesAt, now) : null,
  }
}

export const canLeave = (model: Model): boolean =>
  model.embedded || model.wayBack || targetOf(model) !== null

/** The target of a tab with a result, or with one that is not known here. */
export function targetOf(model: Model, unknown?: 'pending'): string | null {
  const { seen, problem } = model
  if (seen === null) return null
  const { urls } = seen
  const otherwise = unknown ?? (problem === null ? 'dismiss' : 'error')
  return httpUrl(urls[resultOf(model)?.status ?? otherwise]) ?? httpUrl(urls.dismiss)
}
