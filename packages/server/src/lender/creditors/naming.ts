/**
 * Which stores ever named the creditors that a list of orders or loans is filtered by: found by an
 * index, so that the terms of no other store's orders are looked at.
 */
import { type Fragment, raw, sql } from '../../platform/filters/fragment.ts'
import type { ListQuery, Test } from '../../platform/filters/list-table.ts'

/** `storeId`: the expression for the store of a row. */
export function ofStoresNaming({ filters }: ListQuery, storeId: string): Fragment {
  const filter = filters.find(({ property }) => property === 'creditor-id')
  const ids = filter?.tests.map(idsOf) ?? [undefined]
  const known = ids.filter((each) => each !== undefined)
  if (known.length < ids.length) return sql``
  return sql` and ${raw(storeId)} in (select x.store_id from store_terms x
    where x.terms #>> '{lender,creditor,id}' = any(${known.flat()}::text[]))`
}

/** Undefined: it could be any. */
function idsOf(test: Test): readonly string[] | undefined {
  if (test.kind === 'among') return test.texts
  return test.kind === 'same' && test.cased ? [test.text] : undefined
}
