import { setTimeout as pause } from 'node:timers/promises'
import { asConnectionLost, ConnectionLost } from './failure.ts'
import { serverHostOf } from './server-url.ts'

/** Which of several hosts is worked with. */
type Hosts = {
  /** The address of the first that will do. Throws with the reason of each when none does. */
  current(): Promise<string>
  /** That host failed: the next look begins anew. */
  doubt(url: string): void
}

/** While none will do, all who ask share one look in this time. */
const LOOK_AGAIN_MS = 500

/** `check` throws when the host at that address will not do. */
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
