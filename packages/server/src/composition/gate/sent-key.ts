import type { IncomingMessage } from 'node:http'
import type { Route } from '../../tenancy/caller/route.ts'

type Sent = Pick<IncomingMessage, 'url' | 'headers'>

/**
 * The credentials of a request: its `Authorization`, else the key that a page has put into the
 * query. A header of that name costs a page a preflight; a key in the query does not.
 */
export function sentAuthorization(
  { method, access }: Pick<Route, 'method' | 'access'>,
  sent: Sent,
): string | undefined {
  const { authorization } = sent.headers
  if (authorization !== undefined || method !== 'GET' || access.kind !== 'public') {
    return authorization
  }
  return keyInQuery(sent.url)
}

/** The first of them counts. A broken address is refused by the reader of the whole query. */
export function keyInQuery(url = ''): string | undefined {
  const [, search] = url.split('?', 2)
  if (search === undefined) return undefined
  const query = new URLSearchParams(search)
  const key = query.get('public-key') ?? query.get('public_key')
  return key === null ? undefined : `Bearer ${key}`
}
