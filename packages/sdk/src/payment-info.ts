/**
 * A store's information beside its button is shown and hidden with it. An element belongs to the
 * buttons in its nearest ancestor that has any; if that has as many such elements as buttons, to
 * the one at the same index, otherwise to all: then it is shown if one of them is.
 */
import type { Hiding, State } from './hiding.ts'

const BEST_FIRST: readonly State[] = ['allowed', 'checking', 'failed']

type Followed = {
  readonly buttons: readonly Element[]
  readonly infos: readonly Element[]
  readonly hidings: ReadonlyMap<Element, Hiding>
}

/** Both in the order of the page. */
export function showInfos({ buttons, infos, hidings }: Followed): void {
  for (const info of infos) {
    let around: Element | null = info
    const isInside = (each: Element) => around?.contains(each)
    while (around && !buttons.some(isInside)) around = around.parentElement
    const near = buttons.filter(isInside)
    const beside = infos.filter(isInside)
    // There are as many buttons as elements, so there is one at its index.
    const own = beside.length === near.length ? [near[beside.indexOf(info)] as Element] : near
    const states = own.map((each) => hidings.get(each)?.state)
    hidings.get(info)?.show(BEST_FIRST.find((each) => states.includes(each)) ?? 'refused')
  }
}
