/**
 * One observer for the whole page. It looks after every change which elements there are; who
 * watches them reads anew what he needs and compares. So it sees what any selector may depend on,
 * `:has()` included, and what frameworks replace.
 */
import type { Say } from './say.ts'

export type Watcher = {
  added(element: Element): void
  /** Something on the page has changed, perhaps of this element. */
  changed?(element: Element): void
  /** It has left the page, or is not chosen any more. */
  gone?(element: Element): void
  /** After each look that found other elements, or the same at another place. */
  looked?(): void
}

/** Answers how to stop. A selector that is none is told, and finds nothing. */
export type Watch = (chosen: string | (() => Iterable<Element>), watcher: Watcher) => () => void

/** Changes of attributes and texts come in crowds; new elements are seen before they are shown. */
const CROWD_MS = 50

export function createWatch(say: Say): Watch {
  const looks = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = undefined
    for (const each of [...looks]) each()
  }
  const observer = new MutationObserver((records) => {
    const isNew = ({ addedNodes }: MutationRecord) =>
      [...addedNodes].some(({ nodeType }) => nodeType === Node.ELEMENT_NODE)
    if (records.some(isNew)) look()
    else timer ??= setTimeout(look, CROWD_MS)
  })
  return (chosen, watcher) => {
    const find = typeof chosen === 'string' ? finder(chosen, say) : chosen
    const known = new Set<Element>()
    const once = () => {
      const found = new Set(find())
      for (const element of [...known]) {
        if (found.has(element)) continue
        known.delete(element)
        watcher.gone?.(element)
      }
      for (const element of found) {
        if (known.has(element)) watcher.changed?.(element)
        else {
          known.add(element)
          watcher.added(element)
        }
      }
      watcher.looked?.()
    }
    if (looks.size === 0) {
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
    }
    looks.add(once)
    once()
    return () => {
      looks.delete(once)
      if (looks.size === 0) observer.disconnect()
      for (const element of known) watcher.gone?.(element)
      known.clear()
    }
  }
}

function finder(selector: string, say: Say): () => Iterable<Element> {
  try {
    document.querySelector(selector)
  } catch {
    say.fault(`"${selector}" is no selector that this browser understands`)
    return () => []
  }
  return () => document.querySelectorAll(selector)
}
