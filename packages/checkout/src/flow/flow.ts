/** Assembles the flow for its page. */
import { createActions } from './actions.ts'
import { createApi } from './api.ts'
import type { Context } from './context.ts'
import { leaveByEscape, leaveByRequest } from './leaving.ts'
import { openLink } from './messages.ts'
import { firstModel } from './model.ts'
import { openCheckout } from './reading.ts'
import { keyOf, languageOf, readAddress } from './session.ts'
import { followSteps } from './steps.ts'
import { createStore, type Store } from './store.ts'
import type { Actions } from './types.ts'
import { httpUrl } from './urls.ts'
import { watch } from './watching.ts'

/** The data that the service has written into the page. */
type PageData = {
  readonly brand: string
  readonly root: string
  readonly origin: string | null
}

export function startFlow({ brand, root, origin }: PageData): { store: Store; actions: Actions } {
  const address = readAddress(new URL(location.href))
  const framed = window.parent !== window
  const referrer = framed ? null : foreignReferrer()
  const language = address.language ?? languageOf(document.documentElement.lang) ?? 'es'
  const embedded = framed && origin !== null
  const wayBack = referrer !== null || (!framed && history.length > 1)
  const first = firstModel({ now: performance.now(), embedded, wayBack, language })
  const store = createStore(first, () => performance.now())
  const context: Context = {
    ...{ store, address, referrer, brand, root, parentOrigin: origin },
    api: createApi({
      ...{ root, brand, key: () => context.key },
      checkoutId: () => context.checkoutId,
      token: () => context.token,
    }),
    link: embedded
      ? openLink({
          ...{ brand, origin, nonce: address.nonce },
          onCloseRequest: () => leaveByRequest(context),
        })
      : null,
    session: null,
    checkoutId: '',
    key: keyOf(address),
    token: null,
    repeating: false,
    toFirstStep: () => steps.toFirst(),
    wake: () => {},
  }
  // The view scrolls to the top of each step by itself.
  history.scrollRestoration = 'manual'
  const steps = followSteps({
    ...{ store, history, session: () => context.session },
    onArrival: (hear) => addEventListener('popstate', ({ state }) => hear(state)),
  })
  watch(context)
  if (embedded) leaveByEscape(context)
  const actions = createActions(context)
  void openCheckout(context)
  return { store, actions }
}

/** The page that the buyer came from, unless it is ours. */
function foreignReferrer(): string | null {
  const url = httpUrl(document.referrer)
  return url === null || new URL(url).origin === location.origin ? null : url
}
