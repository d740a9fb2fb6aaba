/**
 * Factors of people. Invariants: 1. a code of a device counts once, and no earlier one counts
 * after it. 2. The counter of an authenticator never decreases. 3. Nobody removes their last
 * way to sign in. 4. A password is long, not among the most used, and not made of its person's own
 * words; there are no rules about its characters.
 */
import { canSignIn, type Factors, type Person } from '../../model/staff/person.ts'
import type { Decision } from '../../platform/refusal.ts'

/** Shorter words of a person occur in any password. */
const OWN_WORD_MIN = 4

/** The faults of a new password, as sentences; empty: none. */
export function passwordFaults(
  password: string,
  { name, email }: Pick<Person, 'name' | 'email'>,
  isCommon: (password: string) => boolean,
): string[] {
  const plain = password.normalize('NFKC').toLowerCase()
  const words = [...name.split(/[^\p{L}\p{N}]+/u), ...email.split(/[@.+_-]/)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word.length >= OWN_WORD_MIN)
  const own = words.find((word) => plain.includes(word))
  return [
    ...(isCommon(plain) ? ['is one of the most used passwords'] : []),
    ...(new Set(plain).size < OWN_WORD_MIN ? ['must have at least 4 different characters'] : []),
    ...(own === undefined ? [] : ['must not hold your name or address']),
  ]
}

type CodeInput = {
  /**
   * The difference of the device's clock in steps of 30 seconds; null: no step near now has the
   * code.
   */
  readonly delta: number | null
  /** The present step. */
  readonly step: number
  /** The step of the last accepted code. */
  readonly lastStep: number
}

/** The step of an accepted code. */
export function decideCode({ delta, step, lastStep }: CodeInput): Decision<number> {
  if (delta === null || step + delta <= lastStep) return { refused: 'sign_in_failed' }
  return { plan: step + delta }
}

/** Whether an authenticator's count is not above the stored one: it has been copied. */
export function countsBackwards(known: number, sent: number): boolean {
  return (known > 0 || sent > 0) && sent <= known
}

/** Whether the factors left after a removal are enough to sign in again. */
export function decideRemoval(left: Factors): Decision<null> {
  if (canSignIn(left)) return { plan: null }
  return { refused: 'factor_last', detail: { values: { state: 'the last' } } }
}
