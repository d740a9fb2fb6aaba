/** The acts on a store in a mode, each by the rule of its operation. */
import type { StoreState } from '../../model/stores/store-state.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type Act, ALWAYS, without } from '../allowed-acts/judging.ts'
import { decideClosed, decideState, type StateAct } from './state-rules.ts'
import { findLeftOpen } from './store.ts'

export type StoreAct = StateAct | 'change' | 'terms'

type Standing = StreamKey & { readonly reader: Reader; readonly state: StoreState }

export function storeActs({ reader, state, ...key }: Standing): Readonly<Record<StoreAct, Act>> {
  const moved = (act: StateAct) => without(decideState(state, act))
  return {
    change: { permission: 'stores:activate', approval: 'store_change', decision: ALWAYS },
    activate: {
      ...{ permission: 'stores:activate', approval: 'store_activate' },
      decision: moved('activate'),
    },
    suspend: { permission: 'stores:suspend', decision: moved('suspend') },
    resume: {
      ...{ permission: 'stores:resume', approval: 'store_resume' },
      decision: moved('resume'),
    },
    close: {
      permission: 'stores:suspend',
      async decision() {
        const next = decideState(state, 'close')
        if (next.refused !== undefined || next.plan.state !== 'closed') return without(next)
        return without(decideClosed(await findLeftOpen(reader, key)))
      },
    },
    terms: { permission: 'terms:write', approval: 'terms', decision: ALWAYS },
  }
}
