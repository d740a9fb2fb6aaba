/**
 * The buyer's steps as history entries: the back button goes one step back, and leaves the checkout
 * from the first. After the signature there is no step to go back to: then it leaves from any.
 * Entries are numbered consecutively from 0.
 */
import { fieldsOf } from './api.ts'
import { isOpen, type Place } from './model.ts'
import type { Session } from './session.ts'
import type { Store } from './store.ts'

const PLACES: readonly Place[] = ['offers', 'data', 'signature']
/** A traversal is over within milliseconds, or does not take place. */
const ADVANCE_MS_MAX = 500

type History = Pick<globalThis.History, 'go' | 'pushState' | 'replaceState' | 'state'>

type Steps = {
  /** Back to the first entry, so that no entry of the checkout remains behind the store's page. */
  toFirst(): Promise<void>
}

function numberOf(state: unknown): number | undefined {
  const { step } = fieldsOf(state)
  return typeof step === 'number' && step in PLACES ? step : undefined
}

/** One traversal at a time, and whether it has arrived. */
function createTravels(history: History) {
  let arrived: (() => void) | undefined
  let travelling = Promise.resolve()
  return {
    isUnderWay: () => arrived !== undefined,
    over: () => travelling,
    go(by: number): Promise<void> {
      travelling = new Promise((resolve) => {
        const done = () => {
          clearTimeout(late)
          arrived = undefined
          resolve()
        }
        const late = setTimeout(done, ADVANCE_MS_MAX)
        arrived = done
        history.go(by)
      })
      return travelling
    },
    /** Whether one of our traversals has arrived at its entry. */
    arrive(): boolean {
      const isOurs = arrived !== undefined
      arrived?.()
      return isOurs
    },
  }
}

type Followed = {
  readonly store: Store
  readonly history: History
  /** Reports each entry that the window arrives at. */
  onArrival(listener: (state: unknown) => void): void
  session(): Session | null
}

export function followSteps({ store, history, onArrival, session }: Followed): Steps {
  let at = numberOf(history.state) ?? 0
  let left = false
  let leaving: Promise<void> | undefined
  const advances = createTravels(history)
  const stateOf = (step: number) => ({ ...history.state, step })

  /** Makes the entries follow the step, whatever has changed it. */
  function follow(): void {
    const { model } = store
    if (left || advances.isUnderWay() || !isOpen(model) || model.offers === null) return
    const wanted = PLACES.indexOf(model.place)
    if (wanted < at) void advances.go(wanted - at).then(follow)
    try {
      while (at < wanted) {
        history.pushState(stateOf(at + 1), '')
        at++
      }
    } catch {
      // Browsers refuse it to a page that does it too often: the back button then leaves the
      // checkout.
    }
  }

  function buyerWent(from: number): void {
    const { model } = store
    const place = PLACES[at] ?? 'offers'
    if (isOpen(model) && model.offers !== null) {
      // If the buyer may not go there now, the entries follow the present step.
      store.dispatch({ kind: 'went', place })
      follow()
    } else if (model.seen === null || isOpen(model)) session()?.keep({ place })
    else if (at < from) {
      const out = -(at + 1)
      at = 0
      history.go(out)
    }
  }

  if (numberOf(history.state) === undefined) history.replaceState(stateOf(0), '')
  onArrival((state) => {
    const from = at
    // An anchor is not a step.
    at = numberOf(state) ?? at
    if (!advances.arrive() && !left && at !== from) buyerWent(from)
  })
  store.onChange(follow)
  return {
    toFirst() {
      left = true
      // Leaving twice in a row must not go back twice, which would leave the store's page.
      leaving ??= advances
        .over()
        .then(() => (at > 0 ? advances.go(-at) : undefined))
        .finally(() => {
          leaving = undefined
        })
      return leaving
    },
  }
}
