const DRAIN_SECONDS_MAX = 600
/** Two looks of a load balancer that asks every other second. */
const DRAIN_SECONDS = 5

/**
 * `DRAIN_SECONDS`: how long requests are served on while `/readyz` sends new ones elsewhere. A demo
 * has nobody in front that would send them elsewhere.
 */
export function parseDrain(
  text: string | undefined,
  { demo }: { readonly demo: boolean },
): { readonly drainMs: number } | { readonly fault: string } {
  if (text === undefined) return { drainMs: demo ? 0 : DRAIN_SECONDS * 1_000 }
  const seconds = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (seconds <= DRAIN_SECONDS_MAX) return { drainMs: seconds * 1_000 }
  return { fault: `must be a whole number from 0 to ${DRAIN_SECONDS_MAX}` }
}
