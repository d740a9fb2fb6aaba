import { createHash } from 'node:crypto'
import type { Answered, PersonExportAnswer } from '@svc/api'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { LenderCaller, RealWriting } from '../../tenancy/caller/context.ts'
import { findPeople } from '../people/list-store.ts'
import { retentions } from './rules.ts'
import { held, listHeld } from './store.ts'

const ROWS_MAX = 5_000

/**
 * All that is held about a person, by table, as of one moment: it is answered once its action is
 * committed, with the SHA-256 of the answer as JSON. Refusals: `person_not_found`.
 */
export function exportPerson(
  writing: RealWriting,
  { sandbox }: Pick<LenderCaller, 'sandbox'>,
  id: string,
): Promise<Answered<typeof PersonExportAnswer>> {
  return writing.writer.transaction(null, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', [])
    const now = writing.clock.now()
    const [person] = isId(id) ? await findPeople(tx, { sandbox, now }, [id]) : []
    // Of an erased person ids, days and amounts are left: they identify nobody.
    const { erasedAt } = existing(person, 'person', id)
    const tables = []
    for (const each of held) {
      const limit = erasedAt === null ? ROWS_MAX + 1 : 0
      const rows = await listHeld(tx, each, { personId: id, limit })
      const { table, fields, why } = each
      const { text, law } = retentions[each.retention]
      const retention = `${text} (${law})`
      const whole = rows.length <= ROWS_MAX
      tables.push({ table, fields, why, retention, whole, rows: rows.slice(0, ROWS_MAX) })
    }
    const all = { id, exported: utcMicros(now), tables }
    const sha256 = createHash('sha256').update(JSON.stringify(all)).digest('hex')
    const changes = { sha256: { old: null, new: sha256 } }
    const about = { object: { kind: 'person', id }, storeId: null, sandbox, personId: id } as const
    return tx.commit(all, acted(writing, { action: 'person.export', ...about, changes }))
  })
}
