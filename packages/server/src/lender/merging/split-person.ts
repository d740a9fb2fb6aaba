import type { SplitWish } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findPeople, type LenderPerson } from '../people/list-store.ts'
import { decideSplit } from './rules.ts'
import {
  buyerRows,
  findMergedInto,
  listBuyersByDocument,
  lockMerging,
  lockPersons,
  splitRow,
} from './store.ts'

/**
 * Undoes the merge of a person: they are again the person of their document, and owe the debt under
 * it alone. A block stays with its person. Refusals: `person_not_found`, `person_not_merged`.
 */
export function splitPerson(
  writing: RealWriting,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  { id, reason }: SplitWish & { readonly id: string },
): Promise<LenderPerson> {
  const { writer, clock } = writing
  return writer.transaction(null, async (tx) => {
    await lockMerging(tx)
    const into = isId(id) ? await findMergedInto(tx, id) : undefined
    const locked = await lockPersons(tx, { sandbox }, into === undefined ? [id] : [id, into])
    const own = locked.find((each) => each.id === id)
    const stays = accept(decideSplit(existing(own, 'person', id)))
    const buyers = await listBuyersByDocument(tx, id)
    const [person] = await findPeople(tx, { sandbox, now: clock.now() }, [id])
    const changes = {
      merged_into: { old: stays, new: null },
      buyers: { old: 0, new: buyers.length },
    }
    const about = { object: { kind: 'person', id }, storeId: null, sandbox, personId: id } as const
    return tx.commit(
      { ...existing(person, 'person', id), mergedInto: null },
      acted(
        writing,
        { action: 'person.split', ...about, reason, changes },
        ...buyerRows(buyers, id),
        splitRow(id, stays),
      ),
    )
  })
}
