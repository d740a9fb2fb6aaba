import { getPersonPast } from '../../checkout/decisions/store.ts'
import { findPolicy } from '../../checkout/exposure/store.ts'
import type { PersonPast } from '../../model/exposure/exposure.ts'
import { standardPolicy } from '../../model/exposure/rules.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { findAllowedActs, type Judged } from '../allowed-acts/judging.ts'
import { findPeople, type LenderPerson } from '../people/list-store.ts'
import { type Limit, limitOf } from '../people/rules.ts'
import {
  type Alike,
  type Customer,
  listAlike,
  listCustomers,
  listOwed,
  type OwedAt,
} from '../people/store.ts'
import { type LoggedReading, logRead } from '../reads/noting.ts'
import { type PersonAct, personActs } from './acts.ts'

const DAY_MS = 24 * 3_600_000
const ALIKE_MAX = 20
/** Without a policy and without debt. */
const CURRENCY = 'EUR'

export type WholePerson = {
  readonly person: LenderPerson
  readonly customers: readonly Customer[]
  readonly owed: readonly OwedAt[]
  readonly past: PersonPast
  readonly limit: Limit
  readonly duplicates: readonly (Alike & { readonly person: LenderPerson })[]
  readonly judged: Judged<PersonAct>
}

type Opening = LoggedReading & { readonly demo: boolean }

/** A person of the caller's mode, with their debts everywhere. Refusals: `person_not_found`. */
export async function getPerson(
  { database, writing, demo }: Opening,
  caller: LenderCaller,
  id: string,
): Promise<WholePerson> {
  const at = writing.clock.now()
  const { sandbox } = caller
  const scope = { sandbox, now: at }
  const [row] = isId(id) ? await findPeople(database, scope, [id]) : []
  const person = existing(row, 'person', id)
  await logRead(writing, caller, { kind: 'person', id, storeId: null })
  const attemptsSince = new Date(at.getTime() - DAY_MS)
  const everywhere = { storeId: '', orderId: '', attemptsSince, at }
  const [customers, owed, past, policy, alike] = await Promise.all([
    listCustomers(database, id),
    listOwed(database, id),
    getPersonPast(database, id, everywhere),
    findPolicy(database),
    listAlike(database, id, ALIKE_MAX),
  ])
  const others = await findPeople(
    database,
    scope,
    alike.map((each) => each.id),
  )
  const duplicates = alike.flatMap((each) => {
    const other = others.find((one) => one.id === each.id)
    return other === undefined ? [] : [{ ...each, person: other }]
  })
  const counted = policy ?? standardPolicy(past.owed[0]?.currency ?? CURRENCY)
  const limit = limitOf(past, counted)
  const acts = personActs({ reader: database, person, real: !sandbox && !demo, now: at })
  const about = { object: { kind: 'person', id }, currency: counted.currency, acts }
  const judged = await findAllowedActs({ database, clock: writing.clock, demo }, caller, about)
  return { person, customers, owed, past, limit, duplicates, judged }
}
