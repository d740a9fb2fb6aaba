/**
 * One observer for the whole page. After every change it determines which elements exist; their
 * watchers read what they need again and compare. So it notices everything that a selector may
 * depend on, including `:has()`, and elements replaced by frameworks.
 */
import type { Say } from './say.ts'

type Watcher = {
  find(): Iterable<HTMLElement>
  /** It is new, or something on the page has changed, perhaps in this element. */
  seen(element: HTMLElement): void
  /** It has left the page, or no longer matches. */
  gone(element: HTMLElement): void
  /** After each pass over all of them. */
  looked?(): void
}

/** Runs now, and whenever the page changes; returns a function for further passes. */
export type Watch = {
  (watcher: Watcher): () => void
  /** All of them, together. */
  again(): void
}

/** Attributes and texts change in bursts; new elements are handled before they are painted. */
const CROWD_MS = 50

export function createWatch(): Watch {
  const looks: (() => void)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const lookAtAll = () => {
    clearTimeout(timer)
    timer = undefined
    for (const look of looks) look()
  }
  new MutationObserver((records) => {
    const isNew = ({ addedNodes }: MutationRecord) =>
      [...addedNodes].some((node) => node instanceof Element)
    if (records.some(isNew)) lookAtAll()
    else timer ??= setTimeout(lookAtAll, CROWD_MS)
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  const watch = ({ find, seen, gone, looked }: Watcher) => {
    let known = new Set<HTMLElement>()
    const look = () => {
      const before = known
      known = new Set(find())
      for (const element of before) if (!known.has(element)) gone(element)
      for (const element of known) seen(element)
      looked?.()
    }
    looks.push(look)
    look()
    return look
  }
  return Object.assign(watch, { again: lookAtAll })
}

/** Whether this browser supports the selector; otherwise the developer gets a message. */
export function isSelector(selector: string, say: Say): boolean {
  try {
    document.querySelector(selector)
    return true
  } catch {
    say.fault(`"${selector}" is no selector`)
    return false
  }
}
