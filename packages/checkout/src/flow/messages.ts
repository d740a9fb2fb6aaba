/** The messages between the page in a frame and the store's page around it (contract §10). */
import {
  type FrameEvent,
  frameMessages,
  readStoreMessage,
  type StoreKey,
} from '@svc/api/frame-messages'

export type Link = {
  send(said: FrameEvent): void
  /** The checkout named by the store's page; undefined if it names none in time. */
  ask(): Promise<NamedCheckout | undefined>
}

type NamedCheckout = { readonly id: string; readonly key?: StoreKey }

type LinkSettings = {
  readonly brand: string
  readonly nonce: string | undefined
  /** Origin of the store's page, as verified by the service. */
  readonly origin: string
  onCloseRequest(): void
}

const ANSWER_MS_MAX = 60_000

export function openLink(settings: LinkSettings): Link {
  const { brand, nonce, origin } = settings
  let named: NamedCheckout | undefined
  let receive: ((checkout: NamedCheckout) => void) | undefined
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const said = readStoreMessage(event.data, { brand })
    if (said?.event === 'close-request') settings.onCloseRequest()
    if (said?.event === 'checkout-data' && /^[0-9a-f]{32}$/.test(said.id)) {
      named = said
      receive?.(named)
    }
  })
  const send = (said: FrameEvent) => {
    for (const message of frameMessages(said, { brand, nonce })) {
      window.parent.postMessage(message, origin)
    }
  }
  send({ event: 'get-checkout-data' })
  return {
    send,
    ask() {
      if (named !== undefined) return Promise.resolve(named)
      return new Promise((resolve) => {
        const late = setTimeout(() => resolve(undefined), ANSWER_MS_MAX)
        receive = (checkout) => {
          clearTimeout(late)
          resolve(checkout)
        }
      })
    },
  }
}
