/**
 * The cards of the sandbox's payment provider: the behaviour of each number, always the same. The
 * provider, its frame, the reference page and the tests read this list.
 */
export const cardBehaviours = [
  'good',
  'declined',
  'expired',
  'no_funds',
  'no_funds_on_charge',
  'late_success',
  'late_failure',
  'late_authorisation',
  'late_refusal',
  'lost',
  'charged_back',
] as const
export type CardBehaviour = (typeof cardBehaviours)[number]

export type SandboxCard = {
  /** Digits only, with a correct check digit. */
  readonly number: string
  readonly behaviour: CardBehaviour
  /** Which charge fails, counted per entered card. */
  readonly charge: number | null
  readonly meaning: string
}

/** How long the provider leaves the result of a timed-out request open. */
export const CARD_LATE_SECONDS = 60
/** After how long a successful charge is charged back. */
export const CARD_CHARGE_BACK_SECONDS = 3_600

const card = (
  number: string,
  behaviour: CardBehaviour,
  meaning: string,
  charge: number | null = null,
): SandboxCard => ({ number, behaviour, charge, meaning })

const ofCharge = (number: string, charge: number): SandboxCard =>
  card(
    number,
    'no_funds_on_charge',
    `No funds at charge number ${charge} of this card; the others succeed`,
    charge,
  )

export const sandboxCards = [
  card('4111111111111111', 'good', 'Good'),
  card('5555555555554444', 'good', 'Good'),
  card('4012888888881881', 'declined', 'Declined'),
  card('4000000000160004', 'expired', 'Declined as expired, with any date'),
  card('4000000000009995', 'no_funds', 'Authorised, then no funds at any charge'),
  ofCharge('4000000000001000', 1),
  ofCharge('4000000000002008', 2),
  ofCharge('4000000000003006', 3),
  ofCharge('4000000000004004', 4),
  ofCharge('4000000000005001', 5),
  ofCharge('4000000000006009', 6),
  ofCharge('4000000000007007', 7),
  ofCharge('4000000000008005', 8),
  card('4000000000110009', 'late_success', 'Each charge times out and has succeeded'),
  card('4000000000120008', 'late_failure', 'Each charge times out and has failed'),
  card('4000000000130007', 'late_authorisation', 'The authorisation times out and has succeeded'),
  card('4000000000140006', 'late_refusal', 'The authorisation times out and was declined'),
  card('4000000000170003', 'lost', 'Each charge is lost on its way; sent again, it succeeds'),
  card('4000000000150005', 'charged_back', 'Each charge succeeds and is taken back an hour later'),
] as const satisfies readonly SandboxCard[]
