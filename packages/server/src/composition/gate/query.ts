import { Refused } from '../../platform/refusal.ts'
import type { Route } from '../../tenancy/caller/route.ts'

/**
 * The parameters of a query without its `?`. Broken percent-encoding is refused (contract §12.5),
 * but for pages: who follows a link that was cut is shown the page, not an error in JSON.
 */
export function readSearch(search: string, { page = false }: Pick<Route, 'page'>): URLSearchParams {
  if (!page && !isEncoded(search)) {
    const reason = 'the query is not percent-encoded'
    throw new Refused('request_malformed', { values: { reason } })
  }
  return new URLSearchParams(search)
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
