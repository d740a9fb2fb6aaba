/**
 * The target of a request: `//orders`, `/orders/` and `/v1/orders` are `/orders`; no redirects,
 * ever.
 */
export type Target = {
  /** Still percent-encoded, without version, superfluous slashes and query. */
  readonly path: string
  /** From its `?` on; empty without one. */
  readonly search: string
  /** The part before the path: `v1`. */
  readonly version: string | undefined
  /** The path came with a slash at its end. */
  readonly slashed: boolean
}

export function readTarget(target = '/'): Target {
  // A proxy may name the whole address in the first line.
  const url = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  // Some clients send a fragment: it is no part of the path.
  const cut = url.search(/[?#]/)
  const whole = (cut < 0 ? url : url.slice(0, cut)).replace(/\/{2,}/g, '/')
  const [named, version] = /^\/(v[0-9]{1,3})(?=\/|$)/.exec(whole) ?? ['']
  const bare = whole.slice(named.length)
  const slashed = whole.endsWith('/')
  const path = (slashed ? bare.slice(0, -1) : bare) || '/'
  return { path, search: cut < 0 ? '' : url.slice(cut), version, slashed }
}
