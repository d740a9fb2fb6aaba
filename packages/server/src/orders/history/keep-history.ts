import type { SentHistoryEntry } from '@svc/api'
import { lockOrderFor, orderQueue } from '../../kernel/orders/store.ts'
import { accept } from '../../platform/refusal.ts'
import { actedOn } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { entriesOf } from './entry.ts'
import { decideHistory } from './rules.ts'
import { countOtherEntries, entryRows } from './store.ts'

type HistoryInput = { readonly ref: string; readonly sent: readonly SentHistoryEntry[] }

/** Stores the entries on the buyer's earlier orders, all of them or none. */
export function keepHistory(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: Caller,
  { ref, sent }: HistoryInput,
): Promise<void> {
  const key = { storeId: store.id, sandbox, ref }
  const entries = entriesOf(sent, store.timeZone)
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = await lockOrderFor(tx, 'open', key)
    const others = await countOtherEntries(tx, order, entries)
    accept(decideHistory(order, { sent: entries.length, others }))
    const rows = entryRows(order, entries, clock.now())
    return tx.commit(undefined, actedOn({ acting, ids }, order, 'order.keep_history', rows))
  })
}
