import type { CreditorIdentity, CreditorVersion } from '../../model/creditors/creditor.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader } from '../../platform/database/database.ts'

const CREDITOR = columns<'creditors', { identity: CreditorIdentity }>('creditors', 'c').without(
  'actionId',
)

/** Whose version the terms of an order print. */
export type CreditorNamed = Pick<CreditorVersion, 'id' | 'version'> & { readonly name: string }

/** Of the terms under which the order `o` was made. */
const creditorOf = (what: string) => `(SELECT ${what} FROM store_terms x
  WHERE x.store_id = o.store_id AND x.version = o.terms_version
    AND (x.sandbox = o.sandbox OR NOT x.sandbox) ORDER BY x.sandbox DESC LIMIT 1)`

export const CREDITOR_ID = creditorOf(`x.terms #>> '{lender,creditor,id}'`)

/** Whose version they print; null: they name none. */
export const NAMED_CREDITOR = creditorOf(`CASE WHEN x.terms #> '{lender,creditor}' IS NOT NULL
  THEN json_build_object('id', x.terms #> '{lender,creditor,id}', 'version',
    x.terms #> '{lender,creditor,version}', 'name', x.terms #> '{lender,name}') END`)

type Place = { readonly id: string; readonly sandbox: boolean }

/** Those of one creditor, the newest first; none: there is none in the mode. */
export function listVersions(
  reader: Reader,
  { id, sandbox }: Place,
  limit: number | null = null,
): Promise<CreditorVersion[]> {
  return reader.query(
    select(
      CREDITOR,
      `FROM creditors c WHERE c.id = $1 AND c.sandbox = $2 ORDER BY c.version DESC LIMIT $3`,
    ),
    [id, sandbox, limit],
  )
}

/** As it is now. */
export async function findCreditor(
  reader: Reader,
  place: Place,
): Promise<CreditorVersion | undefined> {
  const [newest] = await listVersions(reader, place, 1)
  return newest
}

/** Each as it is now. */
export function findCreditors(reader: Reader, ids: readonly string[]): Promise<CreditorVersion[]> {
  return reader.query(
    select(
      CREDITOR,
      `FROM creditors c WHERE c.id = ANY($1::text[]) AND NOT EXISTS (SELECT 1 FROM creditors n
         WHERE n.id = c.id AND n.version > c.version)`,
    ),
    [ids],
  )
}

export function creditorRow(version: CreditorVersion): Insert {
  return { table: 'creditors', rows: [version] }
}
