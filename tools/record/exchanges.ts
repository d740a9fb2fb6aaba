/**
 * One request after the other: each is recorded with its answer, and with the messages that follow
 * it.
 */
import { type Answer, type Ask, send } from './client.ts'
import { exchangeOf, type Line, sentOf } from './journal.ts'
import type { Receiver } from './receiver.ts'
import type { SteeredService } from './service.ts'

/** The service's time between two requests: work in progress is completed by then. */
const BETWEEN_MS = 100

export type Exchanges = {
  readonly lines: Line[]
  /** The number of requests. */
  readonly count: () => number
  /** The service's time, in milliseconds since 1970. */
  readonly nowMs: () => number
  /** Before the first request: earlier requests leave no trace. */
  begin(): Promise<void>
  /** Afterwards the time jumps by this much, as on a machine that was suspended. */
  perform(route: string, ask: Ask, jumpMs: number): Promise<Answer>
}

type ExchangesOptions = {
  readonly service: SteeredService
  readonly receiver: Receiver
  readonly seed: number
  readonly requests: number
  readonly progress: (done: number) => void
}

export function createExchanges(options: ExchangesOptions): Exchanges {
  const { service, receiver, seed, requests, progress } = options
  const lines: Line[] = [{ seed, requests }]
  let number = 0
  let nowMs = 0

  async function settle(jump: number): Promise<void> {
    const [label, next] = [`${seed}/${number}/after`, `${seed}/${number}`]
    nowMs = await service.steer({ pass: BETWEEN_MS, jump, label, next })
    for (const message of receiver.take()) lines.push(sentOf(number, message))
  }

  return {
    lines,
    count: () => number,
    nowMs: () => nowMs,
    begin: () => settle(0),
    async perform(route, ask, jumpMs) {
      const answer = await send(service.port, ask, () => service.steer('answer'))
      number++
      lines.push(exchangeOf({ number, route, jumpMs, request: ask }, answer))
      await settle(jumpMs)
      progress(number)
      return answer
    },
  }
}
