/**
 * What a store tells beside its button is shown and hidden with it. An element belongs to the
 * buttons in the nearest element around it that has any; where that has as many such elements
 * without a nearer button as buttons, to the one at the same place, else to all: then it is shown
 * if one of them is.
 */
import { createHiding, type Hiding } from './hiding.ts'
import type { Watch } from './watch.ts'

/** Answers what is to be called when a button's state has changed. */
export function followButtons(
  { attribute, stateAttribute }: { attribute: string; stateAttribute: string },
  stateOf: ReadonlyMap<Element, string>,
  watch: Watch,
): () => void {
  const infos = new Map<Element, Hiding>()
  const spread = () => {
    if (infos.size === 0) return
    const below = new Map<Element | null, Element[]>()
    for (const button of stateOf.keys()) {
      for (let up: Element | null = button; up; up = up.parentElement) {
        below.set(up, [...(below.get(up) ?? []), button])
      }
    }
    const inside = new Map<Element | null, Element[]>()
    for (const info of infos.keys()) {
      let up: Element | null = info
      while (up && !below.has(up)) up = up.parentElement
      inside.set(up, [...(inside.get(up) ?? []), info])
    }
    for (const [around, [...beside]] of inside) {
      const buttons = (below.get(around) ?? []).sort(inOrder)
      for (const [index, info] of beside.sort(inOrder).entries()) {
        const own = beside.length === buttons.length ? [buttons[index] as Element] : buttons
        const states = own.map((button) => stateOf.get(button))
        const state = ['allowed', 'checking', 'failed'].find((each) => states.includes(each))
        infos.get(info)?.show(state ?? 'refused')
      }
    }
  }
  watch({
    find: () => document.querySelectorAll(`[${attribute}]`),
    seen(element) {
      if (!infos.has(element)) {
        infos.set(element, createHiding(element as HTMLElement, stateAttribute))
      }
      infos.get(element)?.hold()
    },
    gone(element) {
      infos.get(element)?.release()
      infos.delete(element)
    },
    looked: spread,
  })
  return spread
}

function inOrder(one: Element, other: Element): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}
