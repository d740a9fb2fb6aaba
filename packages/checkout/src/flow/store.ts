/** Holds the state; notifies listeners of visible changes. */
import { fieldsOf } from './api.ts'
import { type Model, stateOf } from './model.ts'
import { type Event, reduce } from './reducer.ts'
import type { State } from './types.ts'

export type Store = {
  readonly model: Model
  readonly state: State
  dispatch(event: Event): Model
  /** Called after every event that changes something. */
  onChange(listener: (state: State, before: Model) => void): void
}

/** `clock` is the page's monotonic clock, in milliseconds. */
export function createStore(first: Model, clock: () => number): Store {
  let model = first
  let state = stateOf(first)
  const listeners: ((state: State, before: Model) => void)[] = []
  return {
    get model() {
      return model
    },
    get state() {
      return state
    },
    dispatch(event) {
      const before = model
      model = reduce(before, event, clock())
      const next = stateOf(model)
      // Most ticks change nothing visible: a new empty list is no change.
      const shown = fieldsOf(state)
      const news = Object.entries(next).some(
        ([key, value]) => key !== 'offers' && value !== shown[key],
      )
      if (news || model.offers !== before.offers) {
        state = next
        for (const listener of listeners) listener(state, before)
      }
      return model
    },
    onChange(listener) {
      listeners.push(listener)
    },
  }
}
