/**
 * A load balancer as simple as they come: asks each process whether it is ready, sends requests in
 * turn to those that are, and repeats none of them. So it counts what a client would have seen.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

const ASK_EVERY_MS = 250
const ASK_MS_MAX = 1_000
/**
 * A process that cannot be reached so often is left out; one that says that it is not ready, at
 * once. One that is slow to say is as it was: on a busy machine that says nothing of it.
 */
const UNREACHED_MAX = 3
const REASON_MAX = 300

export type Failed = {
  /** Connections that broke before the answer was whole. */
  readonly broken: number
  /** Answers with 503 of a process. */
  readonly unavailable: number
  /** Its own answers with 503, where no process is ready. */
  readonly unserved: number
}

export type Balancer = {
  readonly url: string
  /** From now on the process in that place is at the address. */
  point(place: number, baseUrl: string): void
  /** Resolves when the process in that place takes requests. */
  ready(place: number): Promise<void>
  failed(): Failed
  /** What processes said with 503. */
  reasons(): readonly string[]
  close(): void
}

type Target = {
  readonly url: URL
  isReady: boolean
  unreached: number
  readonly ready: PromiseWithResolvers<void>
}

export async function openBalancer(): Promise<Balancer> {
  const targets = new Map<number, Target>()
  const reasons = new Set<string>()
  const agent = new Agent({ keepAlive: true })
  let [turn, broken, unavailable, unserved] = [0, 0, 0, 0]

  function answer(incoming: IncomingMessage, response: ServerResponse): void {
    const ready = [...targets.values()].filter(({ isReady }) => isReady)
    const target = ready[turn++ % Math.max(1, ready.length)]
    if (target === undefined) {
      unserved++
      response.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const { method, url: path, headers } = incoming
    const options = { method, path, headers, agent }
    const sent = request(target.url, options, (answered) => {
      const { statusCode = 502, headers: of } = answered
      if (statusCode === 503) {
        unavailable++
        void textOf(answered).then((text) => reasons.add(text.slice(0, REASON_MAX)), lost)
      }
      response.writeHead(statusCode, withoutHops(of))
      answered.on('error', lost)
      answered.pipe(response)
    })
    // A client that is gone has lost nothing.
    const lost = () => {
      if (!response.closed) broken++
      response.destroy()
    }
    sent.on('error', lost)
    response.on('close', () => {
      if (!response.writableFinished) sent.destroy()
    })
    incoming.pipe(sent)
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const asking = setInterval(() => {
    for (const target of targets.values()) void ask(target)
  }, ASK_EVERY_MS)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    point(place, baseUrl) {
      targets.set(place, {
        url: new URL(baseUrl),
        ...{ isReady: false, unreached: 0 },
        ready: Promise.withResolvers<void>(),
      })
    },
    ready: async (place) => targets.get(place)?.ready.promise,
    failed: () => ({ broken, unavailable, unserved }),
    reasons: () => [...reasons],
    close() {
      clearInterval(asking)
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** What is said of one connection is not said of the other. */
function withoutHops({ connection, 'keep-alive': _, ...rest }: IncomingMessage['headers']) {
  return rest
}

async function ask(target: Target): Promise<void> {
  const signal = AbortSignal.timeout(ASK_MS_MAX)
  const ready = await fetch(new URL('/readyz', target.url), { signal }).catch(() => undefined)
  await ready?.body?.cancel()
  if (ready === undefined && signal.aborted) return
  target.unreached = ready === undefined ? target.unreached + 1 : 0
  const isThere = target.isReady && target.unreached < UNREACHED_MAX
  target.isReady = ready === undefined ? isThere : ready.ok
  if (target.isReady) target.ready.resolve()
}
