/**
 * How events change the known state. Pure. Invariants:
 * 1. A checkout never goes back: an answer that was overtaken by a later one changes nothing, and a
 * final result stays.
 * 2. One button at a time: while one's request is under way no other is taken.
 * 3. What is signed is signed once: after it nothing can be chosen, saved or signed any more.
 * 4. Every problem has a way on.
 */
import {
  canLeave,
  isFinal,
  isOpen,
  LEAVE_AFTER_MS,
  type Model,
  type Place,
  type Press,
  rankOf,
  resultOf,
  type Seen,
  stepOf,
  targetOf,
} from './model.ts'
import { resumed, type StoredFlow } from './resuming.ts'
import type {
  BuyerDraft,
  Card,
  Explanation,
  Language,
  Notice,
  Offer,
  ProblemKind,
  Progress,
} from './types.ts'

export type Event =
  | { readonly kind: 'tick' }
  /** The wait had begun before a reload. */
  | { readonly kind: 'waited'; readonly since: number }
  /** Read with the token. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  /** Read with the public key only. */
  | { readonly kind: 'seen'; readonly seen: Seen }
  | { readonly kind: 'offers'; readonly offers: readonly Offer[]; readonly stored: StoredFlow }
  | { readonly kind: 'chosen'; readonly offer: Offer }
  | { readonly kind: 'went'; readonly place: Place }
  | { readonly kind: 'typed'; readonly typed: BuyerDraft }
  | { readonly kind: 'pressed'; readonly press: Press; readonly draft?: BuyerDraft }
  /** The action has ended, with this result. */
  | {
      readonly kind: 'released'
      readonly notice?: Notice
      readonly faults?: Model['faults']
      readonly place?: Place
      readonly forgetCard?: boolean
    }
  | { readonly kind: 'noticed'; readonly notice: Notice }
  | { readonly kind: 'saved' }
  | { readonly kind: 'moved'; readonly status: Seen['status']; readonly reason: string }
  | { readonly kind: 'card'; readonly card: Card | null }
  | { readonly kind: 'connection'; readonly lost: boolean }
  | { readonly kind: 'problem'; readonly problem: ProblemKind; readonly requestId: string | null }
  | { readonly kind: 'explained'; readonly explanation: Explanation }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'impatient' }
  | { readonly kind: 'stayed' }

/** A retry of it leads nowhere else. */
const HOPELESS: ReadonlySet<ProblemKind> = new Set(['nothing_named', 'not_found', 'key', 'origin'])

export function reduce(before: Model, event: Event, now: number): Model {
  const model = changed({ ...before, now: Math.max(now, before.now) }, event)
  return waiting(before, settled(model))
}

/** The effect of a button was observed before its own answer. */
function settled(model: Model): Model {
  const { pressed } = model
  const signing = pressed === 'save' || pressed === 'sign'
  const over = signing ? !isOpen(model) : pressed === 'challenge' && stepOf(model) !== 'challenge'
  return over ? { ...model, pressed: null, notice: null } : model
}

/** Consequences of the state and not of the event. */
function waiting(before: Model, model: Model): Model {
  const { seen, now, stayed, embedded } = model
  const waits = seen?.status === 'pending' && seen.status_reason === 'confirmation_required'
  const waited = waits ? { ...model, waitingSince: model.waitingSince ?? now } : model
  const result = resultOf(waited)
  if (embedded || stayed || stepOf(waited) !== 'result' || result === null) {
    return waited.leavesAt === null ? waited : { ...waited, leavesAt: null }
  }
  if (result.status === resultOf(before)?.status && stepOf(before) === 'result') return waited
  const goes = targetOf(waited) !== null
  return { ...waited, leavesAt: goes ? now + LEAVE_AFTER_MS : null }
}

function changed(model: Model, event: Event): Model {
  switch (event.kind) {
    case 'tick':
      return model
    case 'waited':
      return { ...model, waitingSince: Math.min(event.since, model.now) }
    case 'progress':
      return withProgress(model, event.progress)
    case 'seen':
      return overtaken(model, event.seen) ? model : { ...model, seen: event.seen, problem: null }
    case 'moved':
      return moved(model, event)
    case 'connection':
      return model.offline === event.lost ? model : { ...model, offline: event.lost }
    case 'problem':
      return isFinal(model) || isSending(model) ? model : withProblem(model, event)
    case 'explained':
      return { ...model, explanation: event.explanation }
    case 'language':
      return { ...model, language: event.language }
    case 'impatient':
      return { ...model, impatient: true }
    case 'stayed':
      return { ...model, stayed: true }
    case 'pressed':
    case 'released':
    case 'noticed':
      return withPress(model, event)
    default:
      return isOpen(model) ? filledIn(model, event) : model
  }
}

/** The buyer's actions before the signature. */
function filledIn(
  model: Model,
  event: Extract<Event, { kind: 'offers' | 'chosen' | 'went' | 'typed' | 'saved' | 'card' }>,
): Model {
  if (event.kind === 'offers') return withOffers(model, event)
  if (event.kind === 'saved') {
    const place = model.place === 'data' ? 'signature' : model.place
    return { ...model, saved: true, typed: null, place, faults: {}, notice: null }
  }
  if (event.kind === 'typed') return { ...model, typed: event.typed }
  if (event.kind === 'card') {
    // While a signature is in progress its card stays.
    if (model.pressed === 'sign' && event.card !== null) return model
    return { ...model, card: event.card, notice: null }
  }
  if (model.pressed !== null) return model
  if (event.kind === 'chosen') return { ...model, chosen: event.offer, notice: null }
  const { place } = event
  if (place !== 'offers' && model.chosen === null) return model
  if (place === 'signature' && !model.saved) return model
  return { ...model, place, notice: null, faults: {} }
}

const PRESSABLE: Readonly<Record<Press, (model: Model) => boolean>> = {
  save: (model) => stepOf(model) === 'data',
  sign: (model) => stepOf(model) === 'signature' && model.chosen !== null && model.saved,
  challenge: (model) => stepOf(model) === 'challenge',
  leave: (model) => !isFinal(model),
  retry: (model) => model.problem !== null,
}

function withPress(
  model: Model,
  event: Extract<Event, { kind: 'pressed' | 'released' | 'noticed' }>,
): Model {
  if (event.kind === 'noticed') return { ...model, notice: event.notice }
  if (event.kind === 'released') {
    const { notice = null, faults = {}, place = model.place, forgetCard = false } = event
    const card = forgetCard ? null : model.card
    return { ...model, pressed: null, notice, faults, place, card }
  }
  if (model.pressed !== null || !PRESSABLE[event.press](model)) return model
  const { press, draft } = event
  const typed = draft === undefined ? {} : { buyer: draft }
  return { ...model, ...typed, pressed: press, notice: null, faults: {} }
}

/** The button's answer takes precedence over a concurrent read. */
const isSending = ({ pressed }: Model): boolean => pressed !== null && pressed !== 'retry'

/** Another checkout's, or outdated. */
function overtaken({ seen }: Model, next: Seen): boolean {
  if (seen === null) return false
  return seen.id !== next.id || rankOf(next) < rankOf(seen) || rankOf(seen) === 3
}

function isOver({ expires_at: end, now }: Pick<Progress, 'expires_at' | 'now'>): boolean {
  return end !== null && Date.parse(end) <= Date.parse(now)
}

function withProgress(model: Model, progress: Progress): Model {
  const { id, status, status_reason, urls, close_on_success } = progress
  const seen = { id, status, status_reason, over: isOver(progress), urls, close_on_success }
  if (model.seen !== null && overtaken(model, seen)) {
    // A final result stays, but the data it was signed with may be new.
    const same = seen.status === model.seen.status && seen.id === model.seen.id
    return same ? { ...model, progress } : model
  }
  const { expires_at: end, now } = progress
  const left = end === null ? null : Math.max(0, Date.parse(end) - Date.parse(now))
  const first = model.progress === null
  return {
    ...model,
    ...(first ? prefilled(model, progress) : {}),
    progress,
    seen,
    problem: null,
    endsAt: left === null ? null : model.now + left,
  }
}

function prefilled({ buyer: draft }: Model, { buyer }: Progress): Partial<Model> {
  if (buyer === null) return {}
  const filled = Object.entries(buyer).map(([name, value]) => [name, value ?? ''])
  return { buyer: { ...draft, ...Object.fromEntries(filled) } }
}

/** The state of the checkout in a button's answer; its new deadline is read later. */
function moved(model: Model, { status, reason }: Extract<Event, { kind: 'moved' }>): Model {
  const { seen, progress } = model
  if (seen === null) return model
  const next = { ...seen, status, status_reason: reason, over: false }
  if (overtaken(model, next)) return model
  const known = progress && { ...progress, status, status_reason: reason, buyer: null }
  return { ...model, seen: next, progress: known, endsAt: null, card: null }
}

function withOffers(model: Model, { offers, stored }: Extract<Event, { kind: 'offers' }>): Model {
  if (offers.length === 0) {
    return withProblem(model, { kind: 'problem', problem: 'nothing_offered', requestId: null })
  }
  return { ...model, offers, ...resumed(model, offers, stored) }
}

function withProblem(
  model: Model,
  { problem: kind, requestId }: Extract<Event, { kind: 'problem' }>,
): Model {
  const leads = canLeave(model)
  const canRetry = !HOPELESS.has(kind) || !leads
  return { ...model, pressed: null, problem: { kind, canRetry, canLeave: leads, requestId } }
}
