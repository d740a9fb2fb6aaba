/** Search terms, and the remainder of a limit. Pure. */
import { type Cents, max, type PeopleSearch, subtract, ZERO } from '@svc/api'
import type { ExposurePolicy, PersonPast } from '../../model/exposure/exposure.ts'
import { exposureOf } from '../../model/exposure/rules.ts'
import type { Decision } from '../../platform/refusal.ts'

/** Names of more people take a second person (lender.md §3), and no approval hands out a file. */
export const PEOPLE_MAX = 1_000

/** In the form in which it is compared. */
export type Sought = {
  readonly by: 'document' | 'phone' | 'email' | 'name'
  readonly text: string
}

/** One thing is looked for at a time. */
export function decideSearch({ document, phone, email, name }: PeopleSearch): Decision<Sought> {
  const all: readonly (Sought | undefined)[] = [
    document === undefined ? undefined : { by: 'document', text: plainDocument(document) },
    phone === undefined ? undefined : { by: 'phone', text: phone.trim() },
    email === undefined ? undefined : { by: 'email', text: email.trim().toLowerCase() },
    name === undefined ? undefined : { by: 'name', text: name.trim().replace(/\s+/g, ' ') },
  ]
  const [sought, ...others] = all.filter((each) => each !== undefined)
  if (sought !== undefined && others.length === 0) return { plan: sought }
  const fields = { document: ['is looked for, or phone, or email, or name: one of them'] }
  return { refused: 'body_invalid', detail: { fields } }
}

/** Letters of other alphabets stay as they are: no number has them. */
function plainDocument(text: string): string {
  const plain = text.replace(/[\s.-]/g, '')
  return /^[A-Za-z0-9]+$/.test(plain) ? plain.toUpperCase() : plain
}

/** The database compares A to Z without their case, other letters as people mostly write them. */
export function spellings(text: string): readonly string[] {
  return [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
}

export type Limit = {
  readonly currency: string
  /** Null: as each store allows. */
  readonly limit: Cents | null
  /** Null: a rate is missing. */
  readonly open: Cents | null
  readonly writtenOff: Cents | null
  readonly headroom: Cents | null
}

/** How much more somebody may owe: nothing where they owe more than that. */
export function limitOf(past: PersonPast, policy: ExposurePolicy): Limit {
  const { currency, exposureMax: limit } = policy
  const nothing = { amount: ZERO, currency, openAmountMax: ZERO }
  const { open_amount: open, written_off_amount } = exposureOf(past, policy, nothing)
  const isKnown = limit !== null && open !== null
  const headroom = isKnown ? max(ZERO, subtract(limit, open)) : null
  return { currency, limit, open, writtenOff: written_off_amount, headroom }
}
