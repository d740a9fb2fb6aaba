/**
 * One history entry while the checkout is open, so that the back button closes it and does not
 * leave the shop. It has the URL of the page and the state of the store's router: for the router, a
 * step back from it leads to the same place.
 */

/** A traversal is over within milliseconds, or does not take place. */
const BACK_MS_MAX = 500

export type HistoryEntry = {
  /** Removes the entry; done once the page is where it was. */
  release(): Promise<void>
}

/**
 * `mark` distinguishes this entry from any other; `onBack` is called when the buyer goes back from
 * it.
 */
export function holdHistoryEntry(mark: string, onBack: () => void): HistoryEntry {
  const { href } = location
  const { state: before } = history
  let released: (() => void) | undefined
  const isHeld = () => history.state?.checkoutMark === mark

  function hold(): void {
    const { state } = history
    const own = typeof state === 'object' ? { ...state, checkoutMark: mark } : undefined
    // Browsers refuse it to a page that does it too often: the back button then leaves the shop.
    try {
      history.pushState(own ?? { checkoutMark: mark }, '')
    } catch {}
  }

  function heard(event: PopStateEvent): void {
    // Chromium calls the listeners of a window in order, other browsers this one first.
    if (location.href === href) event.stopImmediatePropagation()
    if (isHeld()) return
    if (released) released()
    else {
      onBack()
      if (!released) hold()
    }
  }

  hold()
  addEventListener('popstate', heard, true)
  return {
    release: () =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          removeEventListener('popstate', heard, true)
          // The frame had history entries of its own: this entry remains, as one of the store's.
          if (isHeld()) history.replaceState(before, '')
          resolve()
        }
        const timer = setTimeout(done, BACK_MS_MAX)
        released = done
        if (isHeld()) history.back()
        else done()
      }),
  }
}
