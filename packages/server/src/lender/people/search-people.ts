import type { PeopleSearch } from '@svc/api'
import { readPhone } from '../../checkout/buyers/phone.ts'
import { documentOf } from '../../model/people/document.ts'
import type { Reader } from '../../platform/database/database.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { accept } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findPeople, type LenderPerson } from './list-store.ts'
import { decideSearch, type Sought, spellings } from './rules.ts'
import { findByDocument, findByEmail, findByName, findByPhone } from './store.ts'

const FOUND_MAX = 50

export type FoundPeople = { readonly people: readonly LenderPerson[]; readonly more: boolean }

type Searching = RealWriting & { readonly vault: Vault }

/**
 * Searches for people by identifying data. The log has a token of the search: the same search has
 * the same token, and nothing can be read from it. Refuses with `body_invalid` unless there is
 * exactly one search term.
 */
export function searchPeople(
  { vault, ...writing }: Searching,
  { sandbox }: LenderCaller,
  wish: PeopleSearch,
): Promise<FoundPeople> {
  const sought = accept(decideSearch(wish))
  return writing.writer.transaction(null, async (tx) => {
    const ids = await findIds(tx, sought, { sandbox, limit: FOUND_MAX + 1 })
    const shown = ids.slice(0, FOUND_MAX)
    const rows = await findPeople(tx, { sandbox, now: writing.clock.now() }, shown)
    const people = inOrder(shown, rows, ({ id }) => id)
    const id = vault.token('search of people', JSON.stringify([sought.by, sought.text]))
    const object = { kind: 'search', id }
    const results = { old: null, new: people.length }
    const changes = { by: { old: null, new: sought.by }, results }
    const action = { action: 'person.search', object, storeId: null, sandbox, changes } as const
    return tx.commit({ people, more: ids.length > shown.length }, acted(writing, action))
  })
}

type Wanted = { readonly sandbox: boolean; readonly limit: number }

function findIds(reader: Reader, { by, text }: Sought, wanted: Wanted): Promise<string[]> {
  if (by === 'document') return findByDocument(reader, documentOf(text), wanted)
  if (by === 'phone') return findByPhone(reader, readPhone(text).number, wanted)
  if (by === 'email') return findByEmail(reader, text, wanted)
  return findByName(reader, spellings(text), wanted)
}
