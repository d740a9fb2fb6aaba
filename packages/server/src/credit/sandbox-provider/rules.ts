/**
 * How the sandbox's payment provider behaves: a card and the moment decide, nothing else. 1. A key
 * is answered by what was decided when it first came. 2. A card whose number is not in the
 * catalogue is refused, so that nobody tries a real one.
 */
import {
  CARD_CHARGE_BACK_SECONDS,
  CARD_LATE_SECONDS,
  type CardBehaviour,
  type CardInput,
  type SandboxCard,
  sandboxCards,
} from '@svc/api'
import type { FailureReason, FoundOutcome } from '../../model/payment/payment.ts'
import type { Decision } from '../../platform/refusal.ts'

/** The stored data of a card: never its number. */
export type StoredCard = {
  readonly behaviour: CardBehaviour
  readonly failingCharge: number | null
  readonly brand: 'visa' | 'mastercard'
  readonly last4: string
  readonly expiry: string
  /** The first moment at which it is valid no more. */
  readonly expiresAt: Date
  /** How many charges were requested of it. */
  readonly charges: number
}

/** The check digit of Luhn, which detects typing errors. */
export function isCardNumber(digits: string): boolean {
  if (!/^[0-9]{12,19}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** A card that the buyer entered, or everything that is wrong with it. */
export function decideCard({ number, expiry, cvc }: CardInput, at: Date): Decision<StoredCard> {
  const fields: Record<string, string[]> = {}
  const digits = number.replace(/[ -]/g, '')
  const known: SandboxCard | undefined = sandboxCards.find((card) => card.number === digits)
  if (!isCardNumber(digits)) fields.number = ['is not a card number: check its digits']
  else if (known === undefined) {
    fields.number = ['is not a card of the sandbox: no real card may be used here']
  }
  const valid = readExpiry(expiry)
  if (valid.expiresAt <= at) fields.expiry = ['has passed']
  if (!/^[0-9]{3}$/.test(cvc)) fields.cvc = ['must be the three digits on the back of the card']
  if (known === undefined || Object.keys(fields).length > 0) {
    return { refused: 'body_invalid', detail: { fields } }
  }
  return {
    plan: {
      behaviour: known.behaviour,
      failingCharge: known.charge,
      brand: digits.startsWith('4') ? 'visa' : 'mastercard',
      last4: digits.slice(-4),
      ...valid,
      charges: 0,
    },
  }
}

/** Valid to the end of its month, in universal time. The schema has seen to the form. */
function readExpiry(text: string): { expiry: string; expiresAt: Date } {
  const [month = '', year = ''] = text.split('/').map((part) => part.trim())
  const expiresAt = new Date(Date.UTC(2_000 + Number(year.slice(-2)), Number(month), 1))
  return { expiry: `${month}/${year.slice(-2)}`, expiresAt }
}

export type RequestKind = 'authorise' | 'charge' | 'release' | 'refund'

/** The answer to a request, which may change from a moment on. */
export type Script = {
  /** `lost`: it never arrived, and arrives when it is sent again. */
  readonly state: 'succeeded' | 'failed' | 'unknown' | 'lost'
  readonly reason: FailureReason | null
  readonly later: {
    readonly state: 'succeeded' | 'failed'
    readonly reason: FailureReason | null
    readonly at: Date
  } | null
}

const SUCCEEDS: Script = { state: 'succeeded', reason: null, later: null }
export const failing = (reason: FailureReason): Script => ({ state: 'failed', reason, later: null })

const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000)

function timingOut(at: Date, reason: FailureReason | null): Script {
  const state = reason === null ? 'succeeded' : 'failed'
  return {
    state: 'unknown',
    reason: null,
    later: { state, reason, at: after(at, CARD_LATE_SECONDS) },
  }
}

/** A card's answer to a new request. */
export function scriptOf(card: StoredCard, kind: RequestKind, at: Date): Script {
  if (kind === 'release' || kind === 'refund') return SUCCEEDS
  if (card.behaviour === 'expired' || card.expiresAt <= at) return failing('expired_card')
  if (card.behaviour === 'declined') return failing('declined')
  return kind === 'authorise' ? authorised(card, at) : charged(card, at)
}

function authorised({ behaviour }: StoredCard, at: Date): Script {
  if (behaviour === 'late_authorisation') return timingOut(at, null)
  return behaviour === 'late_refusal' ? timingOut(at, 'declined') : SUCCEEDS
}

function charged({ behaviour, failingCharge, charges }: StoredCard, at: Date): Script {
  if (behaviour === 'no_funds') return failing('insufficient_funds')
  if (behaviour === 'no_funds_on_charge') {
    return charges + 1 === failingCharge ? failing('insufficient_funds') : SUCCEEDS
  }
  if (behaviour === 'late_success') return timingOut(at, null)
  if (behaviour === 'late_failure') return timingOut(at, 'insufficient_funds')
  if (behaviour === 'lost') return { state: 'lost', reason: null, later: null }
  if (behaviour !== 'charged_back') return SUCCEEDS
  const taken = after(at, CARD_CHARGE_BACK_SECONDS)
  return { ...SUCCEEDS, later: { state: 'failed', reason: 'refused', at: taken } }
}

/** The current answer to an earlier request. */
export function answerAt(
  { state, reason, later }: Script,
  reference: string,
  now: Date,
): FoundOutcome {
  if (later !== null && later.at <= now) return answer(later.state, later.reason, reference)
  if (state === 'lost') return { state: 'never_seen' }
  if (state === 'unknown') return { state }
  const given = answer(state, reason, reference)
  return later === null || given.state !== 'succeeded' ? given : { ...given, provisional: true }
}

function answer(
  state: 'succeeded' | 'failed',
  reason: FailureReason | null,
  reference: string,
): FoundOutcome {
  return state === 'failed' ? { state, reason: reason ?? 'refused' } : { state, reference }
}
