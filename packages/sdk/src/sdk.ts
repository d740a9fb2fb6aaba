/** What the SDK is made of; how it gets at checkout() is for its two faces to say. */
import { type Ask, createAsk } from './ask.ts'
import { type Button, createButton } from './button.ts'
import type { Checkout } from './checkout.ts'
import { createSay } from './say.ts'
import type { Settings } from './settings.ts'
import { createWatch } from './watch.ts'
import { createWidgets } from './widget.ts'

export type CreateCheckout = (settings: Settings, ask: Ask) => Checkout

export type Sdk = {
  /** Shows and enables elements as long as what they sell can be financed. */
  readonly button: Button
  /** Opens a checkout that the store's server has created. */
  readonly checkout: Checkout
  /** Shows what an amount costs in the elements that the selector finds. */
  readonly widget: (selector: string) => void
}

const SILENT: Sdk = { button() {}, checkout() {}, widget() {} }

/**
 * Starts the SDK on this page: buttons and widgets that are marked by attributes come to life. A
 * page has one; whoever starts it again gets that one. On a server it does nothing.
 */
export function startSdk(settings: Settings, createCheckout: CreateCheckout): Sdk {
  if (typeof document === 'undefined') return SILENT
  const { brand } = settings
  const place = window as unknown as Record<symbol, { settings: Settings; sdk: Sdk } | undefined>
  const mark = Symbol.for(`${brand}-sdk`)
  const say = createSay(brand)
  const before = place[mark]
  if (before) {
    const { publicKey, sandbox } = before.settings
    if (publicKey !== settings.publicKey || sandbox !== settings.sandbox)
      say.warn('started twice: the first key and mode count')
    return before.sdk
  }
  const ask = createAsk(settings, say)
  const watch = createWatch()
  const widgets = createWidgets(settings, ask, watch, say)
  const sdk: Sdk = {
    button: createButton(settings, ask, watch, say),
    checkout: createCheckout(settings, ask),
    widget: widgets.add,
  }
  place[mark] = { settings, sdk }
  return sdk
}
