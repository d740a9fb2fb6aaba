/** Asks the service. The same question, under way or answered, is asked once on a page. */
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'

export type Answer = {
  readonly status: number
  /** The parsed JSON; null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: Whoever asks knows what is answered.
  readonly body: any
}

/**
 * Rejects when the service did not answer, or not now (429, 5xx), and when all who wait for the
 * answer have given up. What has a query is about an amount, and its answer is kept; what has none
 * is about a thing that changes, and is asked anew.
 */
export type Ask = (path: string, signal?: AbortSignal) => Promise<Answer>

const WAIT_MS_MAX = 10_000
/** Seconds until it is asked again. */
const PAUSES = [1, 4, 16]

type Asked = {
  readonly answer: Promise<Answer>
  readonly controller: AbortController
  /** How many have not given up. */
  waiting: number
}

export function createAsk({ brand, apiUrl, publicKey, sandbox }: Settings, say: Say): Ask {
  const asked = new Map<string, Asked>()
  const headers = {
    accept: `application/vnd.${brand}${sandbox ? '.sandbox' : ''}.v1+json`,
    authorization: `Bearer ${publicKey}`,
  }
  /** The key is of no use on this page: nothing else is asked. */
  let unusable: Answer | undefined

  async function send(path: string, signal: AbortSignal): Promise<Answer> {
    if (unusable) return unusable
    const response = await fetch(apiUrl + path, { headers, signal, credentials: 'omit' })
    const { status } = response
    if (status === 429 || status >= 500) throw new Error(`${status}`)
    const answer = { status, body: await response.json().catch(() => null) }
    if (status === 401 || (status === 403 && answer.body?.allowed === undefined)) {
      unusable = answer
      say.fault(`${answer.body?.error?.message ?? status} (${apiUrl})`)
    }
    return answer
  }

  function begin(path: string): Asked {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), WAIT_MS_MAX)
    const one = { answer: send(path, controller.signal), waiting: 0, controller }
    const forget = () => {
      if (asked.get(path) === one) asked.delete(path)
    }
    // The same question may be asked again at once, before the browser has stopped this one.
    controller.signal.addEventListener('abort', forget)
    const settled = (keep: boolean) => {
      clearTimeout(timer)
      controller.signal.removeEventListener('abort', forget)
      if (!keep) forget()
    }
    one.answer.then(
      () => settled(path.includes('?')),
      () => settled(false),
    )
    asked.set(path, one)
    return one
  }

  return (path, signal) => {
    const one = asked.get(path) ?? begin(path)
    one.waiting++
    const givenUp = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal)
        if (--one.waiting === 0) one.controller.abort()
      })
    })
    return Promise.race([one.answer, givenUp])
  }
}

/**
 * Asks until there is an answer: a few times, and whenever the connection is back. `tell` hears
 * undefined each time there was none. Answers how to give up.
 */
export function inquire(
  ask: Ask,
  path: string,
  tell: (answer: Answer | undefined) => void,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = () => {
    if (signal.aborted) return
    ask(path, signal)
      .catch(() => undefined)
      .then((answer) => {
        if (signal.aborted) return
        const pause = PAUSES[tries++]
        if (answer) removeEventListener('online', again)
        else if (pause) timer = setTimeout(attempt, pause * 1000)
        tell(answer)
      })
  }
  const again = () => {
    clearTimeout(timer)
    tries = 0
    attempt()
  }
  addEventListener('online', again)
  // Who asks and thinks better of it at once has asked nothing.
  queueMicrotask(attempt)
  return () => {
    controller.abort()
    clearTimeout(timer)
    removeEventListener('online', again)
  }
}
