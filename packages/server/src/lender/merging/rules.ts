/** Who may be merged into one person, and split again. Pure. */
import type { Decision } from '../../platform/refusal.ts'
import { decideThere } from '../blocks/rules.ts'

export type MergedPerson = {
  readonly id: string
  /** Null: of the lender, over all stores. */
  readonly storeId: string | null
  readonly mergedInto: string | null
  readonly erasedAt: Date | null
}

type Merge = { readonly person: MergedPerson; readonly into: MergedPerson }

/** Both have to be there, and of the same store where persons are a store's. */
export function decideMerge({ person, into }: Merge): Decision<Merge> {
  const wrong = (sentence: string): Decision<Merge> => {
    return { refused: 'body_invalid', detail: { fields: { into: [sentence] } } }
  }
  if (person.id === into.id) return wrong('must be another person')
  for (const each of [person, into]) {
    const there = decideThere(each)
    if (there.refused !== undefined) return there
  }
  if (person.storeId !== into.storeId) return wrong('is a person of another store')
  return { plan: { person, into } }
}

/** Returns the person they were merged into. */
export function decideSplit({ mergedInto, erasedAt }: MergedPerson): Decision<string> {
  if (mergedInto !== null && erasedAt === null) return { plan: mergedInto }
  const state = erasedAt === null ? 'a person of their own' : 'erased'
  return { refused: 'person_not_merged', detail: { values: { state } } }
}
