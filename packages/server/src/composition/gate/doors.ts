/**
 * The ports of requests: one, or two if the desk has its own (decision 0166). The port of programs
 * then accepts no people, and that of the desk neither buyers nor public keys.
 */
import { isDesk, isOpen, type Route } from '../../tenancy/caller/route.ts'

/** `all`: there is only one. */
export type Door = 'all' | 'programs' | 'desk'

/** People sign in with these, and with nothing else of ours. */
const OF_DESK = /^\/(desk|lender\/staff)(\/|$)/
/** What the desk, and a proxy before it, requests before anybody has signed in. */
const OPEN_AT_DESK = /^\/(desk(\/.*)?|openapi\.json|healthz|readyz)$/

/** What is left where there is no desk: nobody signs in, and nothing sets a cookie. */
export const isForPrograms = (route: Route): boolean => !isDesk(route) && !OF_DESK.test(route.path)

export function isAt(door: Door, route: Route): boolean {
  if (door === 'all') return true
  if (door === 'programs') return isForPrograms(route)
  if (isOpen(route)) return OPEN_AT_DESK.test(route.path)
  return route.access.kind !== 'buyer' && route.access.kind !== 'public'
}
