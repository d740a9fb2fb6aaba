import type { BankAccountState } from '@svc/api'
import type { BankAccount } from '../../model/payouts/bank-account.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { computed, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'
import { sql } from '../../platform/filters/fragment.ts'
import { listPage } from '../../platform/filters/list-page.ts'
import type { ListQuery, ListTable } from '../../platform/filters/list-table.ts'
import { inOrder } from '../../platform/filters/ordered.ts'
import { BANK_ACCOUNT, findAccountAt, SUPERSEDED } from '../../tenancy/bank-accounts/store.ts'

/** The filters and orderings of bank accounts. */
export const bankAccountList: ListTable = {
  properties: {
    version: { kind: 'number', sql: 'b.version', decimal: false },
    holder: { kind: 'text', sql: 'b.holder' },
    effective_from: { kind: 'date', sql: 'b.effective_from' },
    created: { kind: 'date', sql: 'b.created_at' },
  },
  orderings: { version: 'b.version' },
  q: [],
  created: 'b.created_at',
  id: 'b.id',
}

type Listed = BankAccount & { readonly state: BankAccountState }

/** With what each is at a moment of the store's time. */
export async function listBankAccounts(
  reader: Reader,
  { at, ...key }: StreamKey & { readonly at: Date },
  query: ListQuery,
): Promise<{ count: number; rows: Listed[] }> {
  const { storeId, sandbox } = key
  const { count, ids } = await listPage(
    reader,
    {
      table: bankAccountList,
      from: () => sql`bank_accounts b`,
      where: sql`b.store_id = ${storeId} and b.sandbox = ${sandbox}`,
    },
    query,
  )
  const used = await findAccountAt(reader, key, at)
  const state = computed<{ state: BankAccountState }>({
    state: `CASE WHEN ${SUPERSEDED} THEN 'superseded' WHEN b.id = $3 THEN 'in_force'
      WHEN b.effective_from > $4 THEN 'coming' ELSE 'past' END`,
  })
  const rows = await reader.query(
    select(
      BANK_ACCOUNT.and(state),
      'FROM bank_accounts b WHERE b.store_id = $1 AND b.id = ANY($2::text[])',
    ),
    [storeId, ids, used?.id ?? '', at],
  )
  return { count, rows: inOrder(ids, rows, ({ id }) => id) }
}
