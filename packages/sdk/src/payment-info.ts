/**
 * What a store tells beside its button is shown and hidden with it. An element belongs to the
 * buttons in the nearest element around it that has any; where that has as many such elements as
 * buttons, to the one at the same place, else to all: then it is shown if one of them is.
 */
import type { Hiding, State } from './hiding.ts'

const BEST_FIRST: readonly State[] = ['allowed', 'checking', 'failed']

type Followed = {
  readonly buttons: readonly Element[]
  readonly infos: readonly Element[]
  readonly hidings: ReadonlyMap<Element, Hiding>
}

/** Both as they stand on the page. */
export function showInfos({ buttons, infos, hidings }: Followed): void {
  for (const info of infos) {
    let around: Element | null = info
    const isInside = (each: Element) => around?.contains(each)
    while (around && !buttons.some(isInside)) around = around.parentElement
    const near = buttons.filter(isInside)
    const beside = infos.filter(isInside)
    // There are as many buttons as these, so that there is one at its place.
    const own = beside.length === near.length ? [near[beside.indexOf(info)] as Element] : near
    const states = own.map((each) => hidings.get(each)?.state)
    hidings.get(info)?.show(BEST_FIRST.find((each) => states.includes(each)) ?? 'refused')
  }
}
