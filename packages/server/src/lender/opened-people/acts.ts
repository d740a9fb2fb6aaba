/** The acts on a person, each by the rule of its operation. */
import type { Reader } from '../../platform/database/database.ts'
import { type Act, ALWAYS, without } from '../allowed-acts/judging.ts'
import { decideThere, decideUnblock } from '../blocks/rules.ts'
import { findLastBlock } from '../blocks/store.ts'
import { decideErasing } from '../erasing/rules.ts'
import { listOrders, listPending } from '../erasing/store.ts'
import { decideSplit } from '../merging/rules.ts'
import type { LenderPerson } from '../people/list-store.ts'

export type PersonAct = 'reveal' | 'export' | 'block' | 'unblock' | 'merge' | 'split' | 'erase'

type Standing = {
  readonly reader: Reader
  readonly person: LenderPerson
  /** Where no money is real nothing has to be retained. */
  readonly real: boolean
  readonly now: Date
}

export function personActs(standing: Standing): Readonly<Record<PersonAct, Act>> {
  const { reader, person, now } = standing
  const { id, store, mergedInto, erasedAt } = person
  const merge = { permission: 'people:merge' } as const
  const there = without(decideThere(person))
  return {
    reveal: { permission: 'people:reveal', decision: ALWAYS },
    export: { permission: 'people:reveal', decision: ALWAYS },
    block: { permission: 'people:block', decision: there },
    unblock: {
      ...{ permission: 'people:unblock', approval: 'person_unblock' },
      decision: async () => without(decideUnblock(await findLastBlock(reader, id), now)),
    },
    merge: { ...merge, approval: 'person_merge', decision: there },
    split: {
      ...{ ...merge, approval: 'person_split' },
      decision: without(decideSplit({ id, storeId: store?.id ?? null, mergedInto, erasedAt })),
    },
    erase: {
      ...{ permission: 'people:erase', approval: 'person_erase' },
      decision: () => erasable(standing),
    },
  }
}

/** Erasing an erased person again is allowed. */
async function erasable({ reader, person, real, now }: Standing) {
  const { id, erasedAt, blockedAt } = person
  if (erasedAt !== null) return ALWAYS
  const there = decideThere(person)
  if (there.refused !== undefined) return without(there)
  const orders = await listOrders(reader, id)
  const pending = await listPending(reader, [id, ...orders.map((order) => order.id)])
  return without(decideErasing({ blocked: blockedAt !== null, orders, pending, real, now }))
}
