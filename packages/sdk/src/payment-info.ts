/**
 * What a store tells beside its button is shown and hidden with it. An element belongs to the
 * buttons in the nearest element around it that has any; where that has as many such elements as
 * buttons, to the one at the same place, else to all: then it is shown if one of them is.
 */
import { createHiding, type Hiding, type State } from './hiding.ts'
import type { Watch } from './watch.ts'

const BEST_FIRST: readonly State[] = ['allowed', 'checking', 'failed']

/** Answers what is to be called when a button has changed. */
export function followButtons(
  { attribute, stateAttribute }: { attribute: string; stateAttribute: string },
  buttons: ReadonlyMap<Element, { readonly state: State }>,
  watch: Watch,
): () => void {
  const infos = new Map<Element, Hiding>()
  const list = (place: ParentNode | null, name: string) => [
    ...(place?.querySelectorAll(`[${name}]`) ?? []),
  ]
  let isDue = false
  const spread = () => {
    isDue = false
    const inOrder = list(document, stateAttribute).filter((each) => buttons.has(each))
    for (const [info, hiding] of infos) {
      let around: Element | null = info
      let near: Element[] = []
      for (; around; around = around.parentElement) {
        near = inOrder.filter((each) => around?.contains(each))
        if (near.length > 0) break
      }
      const beside = list(around, attribute)
      const own = beside.length === near.length && near[beside.indexOf(info)]
      const states = (own ? [own] : near).map((each) => buttons.get(each)?.state)
      hiding.show(BEST_FIRST.find((each) => states.includes(each)) ?? 'refused')
    }
  }
  const follow = () => {
    if (!isDue) queueMicrotask(spread)
    isDue = true
  }
  watch({
    find: () => list(document, attribute),
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
    looked: follow,
  })
  return follow
}
