/** Shows the store's own button where financing is available, and nothing where it is not. */
import type { Ask } from './ask.ts'
import type { Say } from './say.ts'
import type { Settings } from './settings.ts'
import type { Watch } from './watch.ts'

export type ButtonOptions = {
  /** Any selector: the button, or what stands around it. Absent: what has the attribute. */
  readonly selector?: string
  /** In minor units: 120.50 is 12050. Absent: `data-amount` of the element. */
  readonly amount?: number | string
  /** ISO 4217. Absent: `data-currency` of the element. */
  readonly currency?: string
  /** Absent: `data-product-type` of the element, else any product of the store. */
  readonly product?: { readonly type?: 'instalments' | 'pay_later' | 'pay_in_4' }
}

export type Button = (options?: ButtonOptions) => void

export function createButton(_settings: Settings, _ask: Ask, _watch: Watch, _say: Say): Button {
  return () => {}
}
