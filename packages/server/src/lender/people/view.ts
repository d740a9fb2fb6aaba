import type {
  Answered,
  Buyer,
  FoundPeopleAnswer,
  LenderPersonItem,
  RevealedAnswer,
  RevealedField,
} from '@svc/api'
import { membersWhere } from '../../platform/narrow.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { masked } from '../lists/masking.ts'
import type { LenderPerson } from './list-store.ts'
import type { FoundPeople } from './search-people.ts'

type Shown = Partial<Pick<Buyer, 'phone' | 'email' | 'birthday'>>

export function maskedOf({ buyer, accountEmail, documentNumber, erasedAt }: LenderPerson) {
  const { phone, birthday } = buyer ?? {}
  const email = buyer?.email ?? accountEmail ?? undefined
  const given: Shown = {
    ...(phone === undefined ? {} : { phone }),
    ...(email === undefined ? {} : { email }),
    ...(birthday === undefined ? {} : { birthday }),
  }
  const number = erasedAt === null ? documentNumber : ''
  return masked({ ...given, document_id: { number } })
}

export function personItem(person: LenderPerson): Answered<typeof LenderPersonItem> {
  const { phone = null, email = null, document_id } = maskedOf(person)
  return {
    id: person.id,
    store: person.store,
    document: {
      country: person.documentCountry,
      type: person.documentType,
      number: document_id.number,
    },
    first_name: person.buyer?.first_name ?? null,
    last_name: person.buyer?.last_name ?? null,
    phone,
    email,
    blocked: blockView(person),
    erased: person.erasedAt && utcMicros(person.erasedAt),
    merged_into: person.mergedInto,
    created: utcMicros(person.createdAt),
  }
}

function blockView({ blockedAt, blockedUntil, blockReason }: LenderPerson) {
  if (blockedAt === null) return null
  const until = blockedUntil && utcMicros(blockedUntil)
  return { since: utcMicros(blockedAt), until, reason: blockReason ?? '' }
}

type Revealed = Answered<typeof RevealedAnswer>

export function revealedView(
  { id, documentNumber, buyer, accountEmail, erasedAt }: LenderPerson,
  { fields }: { readonly fields: readonly RevealedField[] },
): Revealed {
  const clear: Required<Omit<Revealed, 'id'>> = {
    document: erasedAt === null ? documentNumber : null,
    birthday: buyer?.birthday ?? null,
    phone: buyer?.phone ?? null,
    email: buyer?.email ?? accountEmail,
    income: buyer?.income ?? null,
  }
  return { id, ...membersWhere(clear, (_, name) => fields.some((field) => field === name)) }
}

export const foundView = ({ people, more }: FoundPeople): Answered<typeof FoundPeopleAnswer> => ({
  ...{ results: people.map(personItem), more },
})
