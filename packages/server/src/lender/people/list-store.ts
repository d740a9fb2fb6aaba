import type { Buyer } from '@svc/api'
import type { StoreReference } from '../../model/stores/store-account.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'

const BUYERS = 'buyers b WHERE b.person_id = p.id'

const inForce = (now: string) => `k.lifted_at IS NULL AND coalesce(k.blocked_until > ${now}, true)`

/**
 * The filters and orderings of people: nothing that identifies them, since addresses are logged.
 */
export const personListOf = (now: Date): ListTable => ({
  properties: {
    blocked: {
      kind: 'boolean',
      sql: `EXISTS (SELECT 1 FROM person_blocks k WHERE k.person_id = p.id
        AND ${inForce(`timestamptz '${now.toISOString()}'`)})`,
    },
    id: { kind: 'text', sql: 'p.id' },
    'store-id': { kind: 'text', sql: 'b.store_id', many: BUYERS },
    'customer-id': { kind: 'text', sql: 'b.id', many: BUYERS },
    'document_id-type': { kind: 'text', sql: 'p.document_type' },
    'document_id-country': { kind: 'text', sql: 'p.document_country' },
    created: { kind: 'date', sql: 'p.created_at' },
  },
  orderings: { created: 'p.created_at' },
  q: [],
  created: 'p.created_at',
  id: 'p.id',
})

const PERSON = columns<'persons', { documentType: 'nif' | 'nie' }>('persons', 'p').without(
  'sandbox',
  'storeId',
)

/** Their identity, from their last signature. */
export type LenderPerson = {
  readonly id: string
  readonly documentCountry: string
  readonly documentType: 'nif' | 'nie'
  readonly documentNumber: string
  readonly createdAt: Date
  /** Null: their data are there. */
  readonly erasedAt: Date | null
  /** Null: they are nobody else. */
  readonly mergedInto: string | null
  /** Whose person they are; null: of the lender, over all stores. */
  readonly store: StoreReference | null
  /** Null: they have signed nothing. */
  readonly buyer: Buyer | null
  /** The address from their store, if they gave none. */
  readonly accountEmail: string | null
  /** Null: they are not blocked. */
  readonly blockedAt: Date | null
  readonly blockedUntil: Date | null
  readonly blockReason: string | null
}

/** In a mode, as of a moment. */
type Scope = { readonly sandbox: boolean; readonly now: Date }

/** A page of the people who have signed in a mode, or began to. */
export async function listPeople(
  reader: Reader,
  scope: Scope,
  query: ListQuery,
): Promise<{ count: number; rows: LenderPerson[] }> {
  const { count, ids } = await findPage(reader, scope, query)
  return { count, rows: await readInOrder(reader, scope, ids) }
}

/** How many people the filters leave, and in their order as many as the query has on its page. */
export const findPage = (
  reader: Reader,
  scope: Scope,
  query: ListQuery,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> =>
  listPage(
    reader,
    {
      table: personListOf(scope.now),
      from: () => sql`persons p`,
      where: sql`p.sandbox = ${scope.sandbox}`,
    },
    query,
  )

export async function readInOrder(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<LenderPerson[]> {
  return inOrder(ids, await findPeople(reader, scope, ids), ({ id }) => id)
}

type OfOthers = Omit<
  LenderPerson,
  'id' | 'createdAt' | 'erasedAt' | 'mergedInto' | `document${string}`
>
const SIGNED = computed<OfOthers>({
  store: `CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END`,
  buyer: 'n.buyer',
  accountEmail: 'n.account_email',
  blockedAt: 'k.blocked_at',
  blockedUntil: 'k.blocked_until',
  blockReason: 'k.reason_code',
})

/** By their ids, in the mode. */
export function findPeople(
  reader: Reader,
  { sandbox, now }: Scope,
  ids: readonly string[],
): Promise<LenderPerson[]> {
  return reader.query(
    select(
      PERSON.and(SIGNED),
      `FROM persons p LEFT JOIN stores s ON s.id = p.store_id
         LEFT JOIN person_blocks k ON k.person_id = p.id AND ${inForce('$3')}
       LEFT JOIN LATERAL (
         SELECT d.buyer, o.account_email FROM buyers b
           JOIN orders o ON o.store_id = b.store_id AND o.sandbox = b.sandbox AND o.buyer_id = b.id
           JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
         WHERE b.person_id = p.id AND d.buyer IS NOT NULL
         ORDER BY o.created_at DESC, o.id DESC LIMIT 1) n ON true
       WHERE p.id = ANY($1::text[]) AND p.sandbox = $2`,
    ),
    [ids, sandbox, now],
  )
}
