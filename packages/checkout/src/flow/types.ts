/**
 * What the flow of the checkout pages and their views share. The flow makes the state, the views
 * draw it and call the actions; a view keeps nothing of its own.
 *
 * Tests and the flow rely on marks in the markup: every element that runs an action carries
 * `data-action` with the action's name: `choose`, `next`, `back`, `save` (saves the buyer),
 * `forget-card`, `sign`, `pass` and `fail` (the identity check), `leave`, `stay`, `retry`,
 * `language`. An offer carries `data-offer="<product>-<num_instalments>"`, a field of the buyer
 * `name` with the word of the wire, the consent `name="consent"`, the element that holds a step
 * `data-step="<step>"`, a result `data-result="<status>"`, a notice `data-notice="<notice>"`, a
 * problem `data-problem="<kind>"`.
 */
import type {
  Answered,
  CheckoutProgress,
  DecisionExplanation,
  DocumentKind,
  DocumentLanguage,
  OfferAnswer,
  Product,
} from '@svc/api'
import type { FrameStatus } from '@svc/api/frame-messages'

export type { DocumentKind, Product }
export type Language = DocumentLanguage
export type Offer = Answered<typeof OfferAnswer>
export type Explanation = Answered<typeof DecisionExplanation>

export type Step =
  | 'loading'
  | 'offers'
  | 'data'
  | 'signature'
  | 'challenge'
  | 'waiting'
  | 'result'
  | 'problem'

/** Answer of `GET /checkout/:id/progress`. */
export type Progress = Answered<typeof CheckoutProgress>
export type StoreUrls = Progress['urls']
export type SandboxPerson = Progress['people'][number]

/** The values of the form; `birthday` as year-month-day, `income` in minor units. */
export type BuyerDraft = {
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly birthday: string
  readonly document_id: string
  /** Absent or empty: the value sent by the store stays. */
  readonly email?: string
  readonly income: string
}

export type Card = { readonly token: string; readonly brand: string; readonly last4: string }

/** The result of the last click on a button, if the step stays: shown beside that button. */
export type Notice =
  /** The bank declined: the card is discarded, another one may be entered. */
  | 'card_declined'
  /** The bank is slow; it is queried again automatically, `busy` stays. */
  | 'bank_slow'
  /** Too many cards were tried: no more are accepted for this checkout. */
  | 'cards_used_up'
  /** The payment provider no longer has this card: enter it again. */
  | 'card_unknown'
  /** Too many different data were decided on: no more are accepted for this checkout. */
  | 'data_final'
  /** The offer is no longer available: the offers were read again, choose one. */
  | 'offer_gone'
  /** The server refused fields: `faults` names them. */
  | 'fields_refused'
  /** The service is busy or down: the same button may be pressed again. */
  | 'try_again'

export type ProblemKind =
  /** The URL names no checkout. */
  | 'nothing_named'
  /** There is no such checkout, or the URL is incomplete. */
  | 'not_found'
  /** The store's public key is wrong or revoked. */
  | 'key'
  /** The store does not let this page use its key. */
  | 'origin'
  /** Nothing is offered any more for this purchase. */
  | 'nothing_offered'
  /** The service does not answer. */
  | 'unreachable'
  /** An unexpected error. */
  | 'unexpected'
// A checkout that expired or ended is no problem but a result: ko with its reason, or what it is.

/** Each has a way out: at least one of the two. */
export type Problem = {
  readonly kind: ProblemKind
  /** `retry` may help. */
  readonly canRetry: boolean
  /** `leave` goes back to the store. */
  readonly canLeave: boolean
  /** The request's id, if the service answered: for a person who asks for help. */
  readonly requestId: string | null
}

/**
 * `reason` is the reason of the checkout's status: of ko `ko_generic` (refused: `explanation`),
 * `expired`, `failed_challenge`, `expired_challenge`, `confirmation_rejected_by_merchant`,
 * `merchant_failed_to_confirm`; of pending `challenge_required` or `confirmation_required`.
 */
export type Result = { readonly status: FrameStatus; readonly reason: string }

export type State = {
  readonly step: Step
  /** Null before it is read, and where a finished checkout is looked at without its token. */
  readonly progress: Progress | null
  readonly offers: readonly Offer[]
  readonly chosen: Offer | null
  /** Prefilled with known data. */
  readonly buyer: BuyerDraft
  /** The values of the form as typed; null: nothing was typed yet. */
  readonly typed: BuyerDraft | null
  readonly card: Card | null
  /** A button's request is in progress: no second one is accepted. */
  readonly busy: boolean
  /** The connection is lost; it is retried automatically. */
  readonly offline: boolean
  readonly notice: Notice | null
  /** By field, in the server's words. */
  readonly faults: Readonly<Record<string, readonly string[]>>
  readonly problem: Problem | null
  /** In step `challenge` it is pending, too. */
  readonly result: Result | null
  /** Of a decline; null until it is read. */
  readonly explanation: Explanation | null
  readonly language: Language
  /** In a frame of the store's page: `leave` closes it. */
  readonly embedded: boolean
  /** `leave` leads somewhere: to the store, or back to the page the tab came from. */
  readonly canLeave: boolean
  /** Until the present step is over, by the server's clock; null: it has no end. */
  readonly secondsLeft: number | null
  /** Seconds until the tab goes to the store automatically; null: it does not. */
  readonly leavingIn: number | null
}

export type Actions = {
  choose(offer: Offer): void
  /** From the offers to the buyer's data, from where `saveBuyer` continues. */
  next(): void
  /** One step back, while nothing is signed. */
  back(): void
  /** The present values of the form: they survive the step and a reload. */
  type(typed: BuyerDraft): void
  saveBuyer(draft: BuyerDraft): Promise<void>
  cardEntered(card: Card): void
  forgetCard(): void
  /** URL of the provider's frame, null if no card is required. */
  cardFrameUrl(): string | null
  sign(): Promise<void>
  settleChallenge(outcome: 'pass' | 'fail'): Promise<void>
  /** To the store: with the result if there is one, otherwise the buyer gives up. */
  leave(): Promise<void>
  /** The tab does not go to the store automatically. */
  stay(): void
  retry(): Promise<void>
  setLanguage(language: Language): void
  /** An object URL for a frame or a tab; a later call of the kind revokes it. */
  documentUrl(kind: DocumentKind): Promise<string>
}
