/** Which route a request is for, and what else its path takes. */
import { limits } from '@svc/api'
import findMyWay from 'find-my-way'
import { type Checker, checkerOf } from '../../platform/http/body.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Route } from '../../tenancy/caller/route.ts'
import type { Refusal } from './bare-error.ts'
import { rules } from './rules-of-schemas.ts'
import { readTarget } from './target.ts'

/** For all paths together. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** No longer than a request's head. */
const PARAM_CHARACTERS_MAX = 16_384

export type Checked = {
  readonly route: Route
  readonly check: Checker | undefined
  readonly bodyBytesMax: number
}

/** The methods of a path. */
export type Place = {
  readonly routes: readonly Route[]
  /** The methods it takes, as `Allow` lists them. */
  readonly allow: string
  of(method: string): Checked | undefined
}

type Match = { readonly place: Place; readonly params: Readonly<Record<string, string>> }

type RouteTable = {
  /** Refuses with 400 a path that is not percent-encoded. */
  find(path: string): Match | undefined
  /** 405 with the methods of the target's path, or 404: for a method that no path takes. */
  refuseMethod(method: string, target: string): Refusal
}

const IN_A_PATH = /^(?:\/|https?:\/\/)/i

export function createRouteTable(routes: readonly Route[]): RouteTable {
  const router = findMyWay({ maxParamLength: PARAM_CHARACTERS_MAX, onBadUrl: () => {} })
  // One tree of paths: the method is looked up at the node.
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    router.on('GET', path, () => {}, placeOf(ofPath))
  }

  function find(path: string): Match | undefined {
    const match = router.find('GET', path)
    if (match === null) return undefined
    const place: Place | null = match.store
    if (place === null) {
      const reason = 'the path is not percent-encoded'
      throw new Refused('request_malformed', { values: { reason } })
    }
    // None of our paths has a part that may be absent.
    const params = Object.entries(match.params).map(([name, value = '']) => [name, value] as const)
    return { place, params: Object.fromEntries(params) }
  }

  function refuseMethod(method: string, target: string): Refusal {
    const refused = new Refused('method_not_allowed', { values: { method } })
    // CONNECT may name a server instead.
    if (!IN_A_PATH.test(target)) return { refused, allow: METHODS.join(', ') }
    try {
      const match = find(readTarget(target).path)
      if (match === undefined) return { refused: new Refused('path_not_found') }
      return { refused, allow: match.place.allow }
    } catch (error) {
      if (error instanceof Refused) return { refused: error }
      throw error
    }
  }
  return { find, refuseMethod }
}

function placeOf(routes: readonly Route[]): Place {
  const byMethod = new Map<string, Checked>()
  for (const route of routes) {
    const { method, body, bodyBytesMax = limits.bodyBytesMax } = route
    const check = body === undefined ? undefined : checkerOf(body, rules)
    byMethod.set(method, { route, check, bodyBytesMax })
  }
  const get = byMethod.get('GET')
  if (get !== undefined) byMethod.set('HEAD', get)
  const allow = [...byMethod.keys(), 'OPTIONS'].join(', ')
  return { routes, allow, of: (method) => byMethod.get(method) }
}
