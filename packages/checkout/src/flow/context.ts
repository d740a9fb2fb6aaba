/** What the parts of the flow share. */
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
  /** Where the tab came from, if it is a page of somebody else's. */
  readonly referrer: string | null
  readonly brand: string
  readonly root: string
  /** Checked origin of the store's page around this one. */
  readonly parentOrigin: string | null
  /** Of the checkout, once the address or the store's page has named it. */
  session: Session | null
  checkoutId: string
  /** Of the address, else as the store's page has named it. */
  key: StoreKey | null
  /** Null: what is looked at is looked at with the public key only. */
  token: string | null
  /** A signature is sent again, for the token that its answer brings. */
  repeating: boolean
  /** A buyer who leaves does so from the first entry of the history. */
  toFirstStep(): Promise<void>
  /** Reads the checkout at once instead of at its time. */
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
  /** How often the connection may be lost until that is the answer. */
  readonly lostMax?: number
  /** Whether an answer is of no use any more. */
  readonly isSuperseded?: () => boolean
  readonly onLost?: () => void
}

/** Asks until there is an answer that says something; undefined where it gives up before. */
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
