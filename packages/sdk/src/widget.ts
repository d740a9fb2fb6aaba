/** Shows what an amount costs in instalments. */
import type { Ask } from './ask.ts'
import type { Settings } from './settings.ts'
import type { Watch } from './watch.ts'

export type Widgets = {
  /** Elements beside those with the attribute. */
  add(selector: string): void
}

export function createWidgets(_settings: Settings, _ask: Ask, _watch: Watch): Widgets {
  return { add() {} }
}
