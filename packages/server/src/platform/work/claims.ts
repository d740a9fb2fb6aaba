/**
 * Claims of work that is sent to others (decision 0068). A claim lasts eight seconds, so that the
 * work of a process that is killed, or loses its database, is soon taken over; while the work
 * continues its claim is renewed.
 */

export const CLAIM_MS = 8_000
/** A claim is renewed when it is between one and two of these old. */
const RENEW_MS = 2_000

type Claims<T> = {
  /** Renews the claim of `held` until the returned function is called. */
  hold(held: T): () => void
}

/** `renew` extends these claims to that time; if it fails it is retried. */
export function createClaims<T>(
  now: () => Date,
  renew: (held: readonly T[], until: Date) => Promise<void>,
): Claims<T> {
  const all = new Set<T>()
  let seen: readonly T[] = []
  let timer: NodeJS.Timeout | undefined
  let renewing = false

  async function look(): Promise<void> {
    const slow = seen.filter((held) => all.has(held))
    seen = [...all]
    if (renewing || slow.length === 0) return
    renewing = true
    // Without its renewal the work is done once more, as after a crash.
    await renew(slow, new Date(now().getTime() + CLAIM_MS)).catch(() => {})
    renewing = false
  }

  return {
    hold(held) {
      all.add(held)
      timer ??= setInterval(() => void look(), RENEW_MS)
      return () => {
        all.delete(held)
        if (all.size > 0) return
        clearInterval(timer)
        timer = undefined
        seen = []
      }
    },
  }
}
