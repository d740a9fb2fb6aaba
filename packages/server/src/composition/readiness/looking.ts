import { errorOf } from '../../platform/narrow.ts'
import type { Readiness } from './readiness.ts'
import type { Observation } from './rules.ts'

const LOOK_EVERY_MS = 2_000

type Look = Pick<Readiness, 'beginLook' | 'observe' | 'lose'>

type Looking = {
  /** Resolves when the first look is over. */
  readonly first: Promise<void>
  stop(): void
}

/** Looks at the database every 2 s, by itself: a request for `/readyz` neither asks nor waits. */
export function startLooking(probe: () => Promise<Observation>, readiness: Look): Looking {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const look = async (): Promise<void> => {
    readiness.beginLook()
    try {
      readiness.observe(await probe())
    } catch (error) {
      readiness.lose(errorOf(error))
    }
    if (!stopped) timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  }
  return {
    first: look(),
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
