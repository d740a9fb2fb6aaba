/**
 * An IP address, a name without a dot, or a reserved one (RFC 6761): nobody outside can have such a
 * name lead to us.
 */
const OWN_HOST =
  /^(?:[a-z0-9_-]+|(?:[a-z0-9_-]+\.){1,5}(?:localhost|test)|[0-9.]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Our own origins: the configured one, and the one by which the request has reached us. */
export function ownOrigins({ baseUrl }: { readonly baseUrl: () => string }, host = ''): string[] {
  const own = URL.parse(baseUrl())?.origin
  const reached = OWN_HOST.test(host) ? [`http://${host}`, `https://${host}`] : []
  return own === undefined ? reached : [own, ...reached]
}
