/** The parts of the SDK; its two entries decide how checkout() is loaded. */
import { type Ask, createAsk } from './ask.ts'
import { createButton } from './button.ts'
import type { Checkout } from './checkout.ts'
import type { Sdk } from './public.d.ts'
import { createSay } from './say.ts'
import type { Settings } from './settings.ts'
import { createWatch } from './watch.ts'
import { createWidgets } from './widget.ts'

export type CreateCheckout = (settings: Settings, ask: Ask) => Checkout

type Started = { readonly settings: Settings; readonly sdk: Sdk; again(): void }

/**
 * A page has one instance; starting it again returns that. It may be started without its key:
 * everything it should show stays hidden until another start provides the key.
 */
export function startSdk(settings: Settings, createCheckout: CreateCheckout): Sdk {
  const { brand } = settings
  const mark = Symbol.for(`${brand}-sdk`)
  const say = createSay(brand)
  const before: Started | undefined = Reflect.get(window, mark)
  if (before) {
    const { publicKey, sandbox } = before.settings
    if (!publicKey) {
      Object.assign(before.settings, settings)
      before.again()
    } else if (publicKey !== settings.publicKey || sandbox !== settings.sandbox) {
      say.warn('started twice: the first key and mode count')
    }
    return before.sdk
  }
  const ask = createAsk(settings, say)
  const watch = createWatch()
  const widgets = createWidgets(settings, ask, watch, say)
  const checkout = createCheckout(settings, ask)
  const sdk: Sdk = {
    button: createButton(settings, ask, watch, say),
    // Further arguments of the page are ignored: `ids.forEach(sdk.checkout)`.
    checkout: (id, callbacks) => void checkout(id, callbacks),
    widget: widgets.add,
  }
  const started: Started = { settings, sdk, again: watch.again }
  Reflect.set(window, mark, started)
  return sdk
}
