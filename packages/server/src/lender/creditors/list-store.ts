import type { CreditorVersion } from '../../model/creditors/creditor.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { findCreditors } from './store.ts'

const NAME = `c.identity ->> 'name'`

/** The filters and orderings of creditors, each by its newest version. */
export const creditorList: ListTable = {
  properties: {
    id: { kind: 'text', sql: 'c.id' },
    name: { kind: 'text', sql: NAME },
    register_number: { kind: 'text', sql: `c.identity ->> 'register_number'`, nullable: true },
    tax_id: { kind: 'text', sql: `c.identity ->> 'tax_id'`, nullable: true },
    version: { kind: 'number', sql: 'c.version', decimal: false },
    created: { kind: 'date', sql: 'c.created_at' },
  },
  orderings: { name: NAME },
  q: [],
  created: 'c.created_at',
  id: 'c.id',
}

export async function listCreditors(
  reader: Reader,
  { sandbox }: { readonly sandbox: boolean },
  query: ListQuery,
): Promise<{ count: number; rows: CreditorVersion[] }> {
  const { count, ids } = await listPage(
    reader,
    {
      table: creditorList,
      from: () => sql`creditors c`,
      where: sql`c.sandbox = ${sandbox} and not exists (select 1 from creditors n
        where n.id = c.id and n.version > c.version)`,
    },
    query,
  )
  return { count, rows: inOrder(ids, await findCreditors(reader, ids), ({ id }) => id) }
}
