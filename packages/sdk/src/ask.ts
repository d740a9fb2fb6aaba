/**
 * Requests to the service. An identical request, in progress or answered, is sent once per page.
 */
import type { Answer } from './answer.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import { createTogether } from './together.ts'

/**
 * Rejects if the service did not answer, or not now (429, 5xx), and soon after all callers that
 * wait for the answer have given up; a caller that is not the last may still receive it. Paths with
 * a query are about an amount, and their answers are cached; others are about objects that change:
 * they are requested again.
 */
export type Ask = (path: string, signal?: AbortSignal) => Promise<Answer>

const WAIT_MS_MAX = 10_000
/** A page that renders again repeats the same request. */
const GIVEN_UP_MS = 250
/** Seconds until the next attempt; each is four times as long. */
const PAUSE_MAX = 16

type Question = {
  readonly answer: Promise<Answer>
  readonly stop: () => void
  /** The number of callers that have not given up. */
  waiting: number
}

/** `settings` may get their key later: until then every request is answered as without one. */
export function createAsk(settings: Settings, say: Say): Ask {
  const questions = new Map<string, Question>()
  /** The key is not valid on this page: no further requests are sent. */
  let unusable: Answer | undefined

  async function send(path: string, signal: AbortSignal): Promise<Answer> {
    const { brand, apiUrl, publicKey, sandbox } = settings
    if (unusable || !publicKey) return unusable ?? { status: 401, body: {} }
    // A plain request needs no preflight: no special headers.
    const headers = { accept: `application/vnd.${brand}${sandbox ? '.sandbox' : ''}.v1+json` }
    const key = `${path.includes('?') ? '&' : '?'}public-key=${encodeURIComponent(publicKey)}`
    const response = await fetch(apiUrl + path + key, { headers, signal, credentials: 'omit' })
    const { status } = response
    if (status === 429 || status >= 500) throw status
    // An answer that is not JSON came from an intermediary.
    const answer: Answer = { status, body: await response.json() }
    const fault = answer.body?.error
    if (status === 401 || (status === 403 && fault?.code !== 'financing_unavailable')) {
      unusable = answer
      say.fault(`${fault?.message}`)
    }
    return answer
  }

  const sendTogether = createTogether(send)

  function begin(path: string): Question {
    const controller = new AbortController()
    const stop = () => {
      forget()
      controller.abort()
    }
    // An identical request may have been sent after this one was cancelled.
    const forget = () => questions.get(path) === one && questions.delete(path)
    const timer = setTimeout(stop, WAIT_MS_MAX)
    const one = { answer: sendTogether(path, controller.signal), stop, waiting: 0 }
    const settled = (keep: boolean) => {
      clearTimeout(timer)
      if (keep) one.waiting = Number.POSITIVE_INFINITY
      else forget()
    }
    one.answer.then(
      ({ status }) => settled(path.includes('?') && status !== 401),
      () => settled(false),
    )
    questions.set(path, one)
    return one
  }

  return (path, signal) => {
    const one = questions.get(path) ?? begin(path)
    one.waiting++
    signal?.addEventListener('abort', () => {
      if (!--one.waiting) setTimeout(() => one.waiting || one.stop(), GIVEN_UP_MS)
    })
    return one.answer
  }
}

/**
 * Retries until there is an answer: a few times, and whenever the connection is back. `tell`
 * receives undefined each time there was none. Returns a function to give up.
 */
export function inquire(
  ask: Ask,
  path: string,
  tell: (answer: Answer | undefined) => void,
): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let pause = 1
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    if (signal.aborted) return
    const answer = await ask(path, signal).catch(() => undefined)
    if (signal.aborted) return
    if (answer) controller.abort()
    else if (pause <= PAUSE_MAX) {
      timer = setTimeout(attempt, pause * 1000)
      pause *= 4
    }
    tell(answer)
  }
  const again = () => {
    clearTimeout(timer)
    pause = 1
    attempt()
  }
  addEventListener('online', again, { signal })
  // A caller that gives up immediately has sent nothing.
  queueMicrotask(attempt)
  return () => controller.abort()
}
