/** Generates the requests of a seed, each from the answers before it. */
import { createRandom, type Random } from '../simulate/random.ts'
import type { Place } from './bodies.ts'
import type { Answer, Ask } from './client.ts'
import type { Exchanges } from './exchanges.ts'
import { type Draft, type DraftOptions, draftFor } from './requests.ts'
import type { RequestedRoute } from './routes.ts'
import { learn, type Shop } from './shop.ts'

const WITH_KEY = /^(POST|PUT|PATCH)$/

/** Thrown when the requested number is reached. */
export class Enough extends Error {}

type Reply = { readonly status: number; readonly text: string }

export type Recorder = {
  readonly random: Random
  place(shop: Shop): Place
  isRequested(route: string): boolean
  /** A valid request, or one that `spoil` has changed. */
  ask(
    route: RequestedRoute,
    shop: Shop,
    options?: DraftOptions,
    spoil?: (draft: Draft) => void,
  ): Promise<Reply>
  /** After the next request. */
  jump(ms: number): void
}

type RecorderOptions = { readonly seed: number; readonly requests: number }

export function createRecorder(
  exchanges: Exchanges,
  { seed, requests }: RecorderOptions,
): Recorder {
  const random = createRandom(seed)
  const routes = new Set<string>()
  let names = 0
  let jumpMs = 0
  let keyed: Ask | undefined

  /**
   * Some have an `Idempotency-Key`; a few are repeated, or their key is used for another request.
   */
  function written({ method, path, query, headers, body }: Draft): Ask {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const target = query === '' ? path : `${path}?${query}`
    const ask: Ask = {
      method,
      path: target,
      headers,
      ...(text === undefined ? {} : { body: text }),
    }
    if (!WITH_KEY.test(method)) return ask
    if (keyed !== undefined && random.chance(0.03)) {
      return random.chance(0.7) ? keyed : { ...keyed, body: '{"amount":777}' }
    }
    if (headers['idempotency-key'] !== undefined || random.chance(0.7)) return ask
    keyed = { ...ask, headers: { ...headers, 'idempotency-key': `key-${seed}-${++names}` } }
    return keyed
  }

  const place = (shop: Shop): Place => ({
    ...{ random, shop, nowMs: exchanges.nowMs() },
    fresh: (of) => `${of}-${seed}-${++names}`,
  })

  return {
    ...{ random, place },
    isRequested: (route) => routes.has(route),
    async ask(route, shop, options = {}, spoil = () => {}) {
      if (exchanges.count() === requests) throw new Enough()
      const draft = draftFor(route, place(shop), options)
      spoil(draft)
      const ask = written(draft)
      const jump = jumpMs
      jumpMs = 0
      const answer = await exchanges.perform(route.name, ask, jump)
      routes.add(route.name)
      const text = answer.bytes.toString('utf8')
      if (isReadable(answer)) {
        const { parameters } = draft
        learn(shop, { route: route.name, parameters, sent: ask.body, body: JSON.parse(text) })
      }
      return { status: answer.status, text }
    },
    jump(ms) {
      jumpMs = ms
    },
  }
}

/** The JSON of a successful request, unchanged. */
function isReadable({ status, headers, bytes }: Answer): boolean {
  const isJson = headers.some(
    ([name, value]) => /^content-type$/i.test(name) && value.startsWith('application/json'),
  )
  const isPacked = headers.some(([name]) => /^content-encoding$/i.test(name))
  return status < 300 && isJson && !isPacked && bytes.length > 0
}
