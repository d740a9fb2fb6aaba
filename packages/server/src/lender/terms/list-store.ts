import type { TermsState } from '@svc/api'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type Fragment, sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { TERMS } from '../../tenancy/terms/store.ts'

const DIGITS = 10

/** The filters and orderings of versions of terms. */
export const termsList: ListTable = {
  properties: {
    version: { kind: 'number', sql: 't.version', decimal: false },
    state: { kind: 'text', sql: 't.state' },
    effective_from: { kind: 'date', sql: 't.effective_from' },
    created: { kind: 'date', sql: 't.made_at' },
  },
  orderings: { effective_from: 't.effective_from', version: 't.version' },
  q: [],
  created: 't.made_at',
  id: `lpad(t.version::text, ${DIGITS}, '0')`,
}

/** Whose versions, of which mode's own, and as of when. */
type TermsScope = {
  readonly storeId: string
  readonly sandbox: boolean
  /** The version that is in force. */
  readonly inForce: number
  readonly at: Date
}

const STORED = TERMS.without('dueAt')
const LISTED = STORED.and(computed<{ state: TermsState }>({ state: 't.state' }))
export type TermsVersion = NonNullable<Awaited<ReturnType<typeof findVersion>>>

const withState = ({ storeId, sandbox, inForce, at }: TermsScope): Fragment => sql`(
  select t.*, case when t.withdrawn_at is not null then 'withdrawn'
    when t.version = ${inForce} then 'in_force'
    when t.due_at > ${at} then 'coming' else 'past' end AS state
  from store_terms t where t.store_id = ${storeId} and t.sandbox = ${sandbox}) t`

export async function findVersion(reader: Reader, scope: TermsScope, version: number) {
  return (await findVersions(reader, scope, [version]))[0]
}

export async function listTerms(reader: Reader, scope: TermsScope, query: ListQuery) {
  const from = () => withState(scope)
  const { count, ids } = await listPage(reader, { table: termsList, from, where: sql`true` }, query)
  const rows = await findVersions(reader, scope, ids.map(Number))
  return { count, rows: inOrder(ids, rows, ({ version }) => `${version}`.padStart(DIGITS, '0')) }
}

function findVersions(
  reader: Reader,
  { storeId, sandbox, inForce, at }: TermsScope,
  versions: readonly number[],
) {
  return reader.query(
    select(
      LISTED,
      `FROM (SELECT t.*, CASE WHEN t.withdrawn_at IS NOT NULL THEN 'withdrawn'
           WHEN t.version = $3 THEN 'in_force' WHEN t.due_at > $4 THEN 'coming'
           ELSE 'past' END AS state
         FROM store_terms t WHERE t.store_id = $1 AND t.sandbox = $2
           AND t.version::text = ANY($5::text[])) t`,
    ),
    [storeId, sandbox, inForce, at, versions.map(String)],
  )
}
