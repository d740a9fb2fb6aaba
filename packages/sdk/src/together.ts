/** Availability requests that differ only in their amounts are sent as one. */
import type { Answer } from './answer.ts'

type Send = (path: string, signal: AbortSignal) => Promise<Answer>

/** A request that waits to be sent with others. */
type Waiting = {
  readonly amount: string
  readonly signal: AbortSignal
  tell(answer: Promise<Answer>): void
}

const BUTTON = /button\?amount=(\d+)(.+)/
const AMOUNTS_MAX = 100

/** Returns a function that sends a request, alone or with similar ones. */
export function createTogether(send: Send): Send {
  /** By everything except the amount. */
  const together = new Map<string, Waiting[]>()

  /** Not in a microtask: retries come from timers. */
  function sendTogether(path: string, signal: AbortSignal): Promise<Answer> {
    const [, amount = '', rest] = BUTTON.exec(path) ?? []
    if (!rest) return send(path, signal)
    return new Promise((tell) => {
      let some = together.get(rest)
      if (!some?.[0] || some.length === AMOUNTS_MAX) {
        some = []
        together.set(rest, some)
        setTimeout(sendSome, 0, some, rest)
      }
      some.push({ amount, signal, tell })
    })
  }

  /**
   * Each receives the answer for its own amount; the request is cancelled when all have given up.
   */
  function sendSome(some: Waiting[], rest: string): void {
    const asking = some.splice(0).filter(({ signal }) => !signal.aborted)
    let left = asking.length
    if (!left) return
    const controller = new AbortController()
    const amounts = asking.map(({ amount }) => amount)
    const question = `/checkout/button${left > 1 ? 's?amounts=' : '?amount='}${amounts}${rest}`
    const answer = send(question, controller.signal)
    asking.forEach(({ signal, tell }, index) => {
      signal.addEventListener('abort', () => --left || controller.abort())
      tell(
        answer.then((whole) => {
          const body = whole.body?.buttons?.[index]
          return body ? { status: body.allowed ? 201 : 403, body } : whole
        }),
      )
    })
  }

  return sendTogether
}
