import { setTimeout as pause } from 'node:timers/promises'
import { asConnectionLost, ConnectionLost } from './failure.ts'
import { serverHostOf } from './server-url.ts'

/** Selects one of several hosts. */
type Hosts = {
  /** The URL of the first acceptable host. Throws with the reason of each if there is none. */
  current(): Promise<string>
  /** That host failed: the next call searches again. */
  doubt(url: string): void
}

/** While no host is acceptable, all callers within this time share a search. */
const LOOK_AGAIN_MS = 500

/** `check` throws if the host at that URL is not acceptable. */
export function createHosts(urls: readonly string[], check: (url: string) => Promise<void>): Hosts {
  let current: string | undefined = urls.length === 1 ? urls[0] : undefined
  let looking: Promise<string> | undefined

  async function look(): Promise<string> {
    const reasons: string[] = []
    for (const url of urls) {
      try {
        await check(url)
        current = url
        return url
      } catch (error) {
        reasons.push(`${serverHostOf(url)}: ${asConnectionLost(error).message}`)
      }
    }
    await pause(LOOK_AGAIN_MS)
    throw new ConnectionLost(reasons.join('; '))
  }

  return {
    async current() {
      if (current !== undefined) return current
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
    doubt(url) {
      if (urls.length > 1 && current === url) current = undefined
    },
  }
}
