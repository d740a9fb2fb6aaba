/** Shared by the parts of the flow. */
import type { StoreKey } from '@svc/api/frame-messages'
import type { Api, Question, Reply } from './api.ts'
import type { Link } from './messages.ts'
import type { Address, Session } from './session.ts'
import type { Store } from './store.ts'
import { nextTry } from './trying.ts'

export type Context = {
  readonly store: Store
  readonly api: Api
  readonly address: Address
  /** To the store's page around this one; null in a tab. */
  readonly link: Link | null
  /** The page the tab came from, if it is another site's. */
  readonly referrer: string | null
  readonly brand: string
  readonly root: string
  /** The verified origin of the store's page around this one. */
  readonly parentOrigin: string | null
  /** Of the checkout, once the URL or the store's page has named it. */
  session: Session | null
  checkoutId: string
  /** From the URL, otherwise from the store's page. */
  key: StoreKey | null
  /** Null: only the public key is available, for reading. */
  token: string | null
  /** A signature is sent again, to receive the token in its answer. */
  repeating: boolean
  /** A buyer leaves from the first history entry. */
  toFirstStep(): Promise<void>
  /** Reads the checkout now instead of at its time. */
  wake(): void
}

/** Until the time is over or the connection is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(late)
      window.removeEventListener('online', done)
      resolve()
    }
    const late = setTimeout(done, ms)
    window.addEventListener('online', done)
  })
}

type Patience = {
  /** The number of failed connections after which that is the answer. */
  readonly lostMax?: number
  /** Whether the answer is no longer needed. */
  readonly isSuperseded?: () => boolean
  readonly onLost?: () => void
}

/** Retries until there is a meaningful answer; undefined if it gives up before. */
export async function surely(
  { api, store }: Pick<Context, 'api' | 'store'>,
  question: Question,
  { lostMax = Number.POSITIVE_INFINITY, isSuperseded = () => false, onLost }: Patience = {},
): Promise<Reply | undefined> {
  let why = ''
  let tries = 0
  for (;;) {
    const reply = await api.ask(question)
    store.dispatch({ kind: 'connection', lost: reply === undefined })
    let next = nextTry(reply, tries)
    if (next.kind === 'again' && next.why !== why) {
      why = next.why
      tries = 0
      next = nextTry(reply, tries)
    }
    if (next.kind === 'answer') return reply
    if (next.why === 'lost') {
      if (tries >= lostMax) return undefined
      onLost?.()
    }
    if (next.why === 'bank') store.dispatch({ kind: 'noticed', notice: 'bank_slow' })
    tries++
    await pause(next.afterMs)
    if (isSuperseded()) return undefined
  }
}
