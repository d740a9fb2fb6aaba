import type { Reveal } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findPeople, type LenderPerson } from './list-store.ts'

/**
 * A person's identity, in clear: it is answered once its action is committed, with the fields and
 * the reason. Refusals: `person_not_found`.
 */
export function revealPerson(
  writing: RealWriting,
  { sandbox }: LenderCaller,
  { id, fields, reason }: Reveal & { readonly id: string },
): Promise<LenderPerson> {
  return writing.writer.transaction(null, async (tx) => {
    const [row] = isId(id) ? await findPeople(tx, { sandbox, now: writing.clock.now() }, [id]) : []
    const person = existing(row, 'person', id)
    const object = { kind: 'person', id }
    const changes = { fields: { old: null, new: [...new Set(fields)].sort() } }
    const about = { object, storeId: null, sandbox, personId: id, reason, changes } as const
    return tx.commit(person, acted(writing, { action: 'person.reveal', ...about }))
  })
}
