import type { Action } from '../../model/actions/action.ts'
import { withTerms } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import { changesOf } from '../actions/changes.ts'
import type { Writing } from '../caller/context.ts'
import { appliedTermsRows } from '../terms/store.ts'
import { holdTimes } from '../terms/versioning.ts'
import { rescheduled } from './reschedule.ts'
import { settingsUpdate } from './store.ts'

/**
 * Records that terms have taken effect, which they did at their time: from then on the store's row
 * has them, and its payouts follow their schedule. Does nothing if none are due.
 */
export function beginTerms(
  { writer, clock, ids, acting }: Writing,
  { storeId, sandbox }: StreamKey,
): Promise<void> {
  return writer.transaction(`store/${storeId}`, async (tx) => {
    const locked = await lockStore(tx, storeId)
    const at = clock.now()
    const due = (locked?.comingTerms ?? []).filter(
      (each) => each.sandbox === sandbox && each.from <= at.getTime(),
    )
    const last = due.at(-1)
    if (locked === undefined || last === undefined) return tx.commit(undefined)
    const noted = appliedTermsRows(due.map(({ version }) => ({ storeId, sandbox, version })))
    // In a demo the sandbox follows live mode again.
    const isLeft = sandbox && locked.sandboxTerms === null
    const after = isLeft ? locked : due.reduce(withTerms, locked)
    const times = sandbox ? { real: at, inSandbox: at } : await holdTimes(tx, storeId, at)
    const calendars = rescheduled(times, { earlier: locked, later: after })
    const action: Action = {
      ...{ action: 'terms.begin', object: { kind: 'store', id: storeId }, storeId, sandbox },
      changes: changesOf({}, { version: last.version }),
    }
    const rows = [...noted, settingsUpdate(after), ...calendars]
    return tx.commit(undefined, acted({ acting, ids }, action, ...rows))
  })
}
