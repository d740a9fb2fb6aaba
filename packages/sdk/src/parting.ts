/**
 * The buyer wants to leave. The page in the frame decides, because a signature may be under way in
 * it; but a page that has died there cannot keep them.
 */
export type Parting = {
  /** They say so, by whatever way. */
  press(isReady: boolean): void
  /** The page has said something: it lives. */
  heard(): void
  end(): void
}

/** How long a page may take that cannot be used yet, and one that can. */
const CLOSE_MS_MAX = 1000
const ANSWER_MS_MAX = 3000

type Ways = {
  readonly close: () => void
  /** A page that can be used does not answer. */
  readonly lost: () => void
  /** They have asked again, of such a page. */
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
