/**
 * One observer for the whole page. It looks after every change which elements there are; who
 * watches them reads anew what it needs and compares. So it sees what any selector may depend on,
 * `:has()` included, and what frameworks replace.
 */
import type { Say } from './say.ts'

type Watcher = {
  find(): Iterable<HTMLElement>
  /** It is new, or something on the page has changed, perhaps of this element. */
  seen(element: HTMLElement): void
  /** It has left the page, or is not chosen any more. */
  gone(element: HTMLElement): void
  /** After each look at all of them. */
  looked?(): void
}

/** Looks at once, and whenever the page changes; answers how to look in between. */
export type Watch = {
  (watcher: Watcher): () => void
  /** All of them, at once. */
  again(): void
}

/** Changes of attributes and texts come in crowds; new elements are seen before they are shown. */
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

/** Whether this browser understands the selector; the developer is told if it does not. */
export function isSelector(selector: string, say: Say): boolean {
  try {
    document.querySelector(selector)
    return true
  } catch {
    say.fault(`"${selector}" is no selector`)
    return false
  }
}
