import type {
  Answered,
  Buyer,
  FoundPeopleAnswer,
  LenderPersonAnswer,
  LenderPersonItem,
  RevealedAnswer,
  RevealedField,
} from '@svc/api'
import { add, ZERO } from '@svc/api'
import { membersWhere } from '../../platform/narrow.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { masked } from '../lists/masking.ts'
import type { WholePerson } from './get-person.ts'
import type { LenderPerson } from './list-store.ts'
import type { FoundPeople } from './search-people.ts'

type Shown = Partial<Pick<Buyer, 'phone' | 'email' | 'birthday'>>

function maskedOf({ buyer, accountEmail, documentNumber, erasedAt }: LenderPerson) {
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

export function personView(
  whole: WholePerson,
  baseUrl: string,
): Answered<typeof LenderPersonAnswer> {
  const { person, customers, past, limit, duplicates } = whole
  const link = (of: string) => `${baseUrl}/lender/${of}?person-id=${person.id}`
  return {
    ...personItem(person),
    birthday: maskedOf(person).birthday ?? null,
    exposure: exposureView(whole),
    late: past.late_instalments,
    written_off: limit.writtenOff,
    attempts: past.attempts,
    possible_duplicates: duplicates.map((each) => ({
      ...{ ...personItem(each.person), because: [...each.because] },
    })),
    customers: customers.map(({ store, id }) => ({ store, id })),
    orders_url: link('orders'),
    loans_url: link('loans'),
  }
}

function exposureView({ owed, limit }: WholePerson) {
  const { currency, limit: most, open, headroom } = limit
  const sums = Map.groupBy(owed, (each) => each.currency)
  return {
    ...{ currency, limit: most, open, headroom },
    by_store: owed,
    by_currency: [...sums].map(([code, rows]) => ({
      currency: code,
      open: add(ZERO, ...rows.map((each) => each.open)),
    })),
  }
}
