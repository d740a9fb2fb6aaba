/**
 * The buyer wants to leave. The page in the frame decides, because a signature may be in progress
 * in it; but a crashed page cannot keep them.
 */
export type Parting = {
  /** They leave, in any way. */
  press(isReady: boolean): void
  /** The page has sent a message, so it is alive. */
  heard(): void
  end(): void
}

/** The time limit for a page that cannot be used yet, and for one that can. */
const CLOSE_MS_MAX = 1000
const ANSWER_MS_MAX = 3000

type Ways = {
  readonly close: () => void
  /** A usable page does not answer. */
  readonly lost: () => void
  /** They have tried again, with such a page. */
  readonly abandon: () => void
}

export function createParting({ close, lost, abandon }: Ways): Parting {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLost = false
  const end = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    press(isReady) {
      if (isLost) abandon()
      else if (!isReady) timer ??= setTimeout(close, CLOSE_MS_MAX)
      else {
        timer ??= setTimeout(() => {
          isLost = true
          lost()
        }, ANSWER_MS_MAX)
      }
    },
    heard() {
      isLost = false
      end()
    },
    end,
  }
}
