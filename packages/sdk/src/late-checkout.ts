/** Loads the part that shows checkouts when the first one is about to open. */
import type { Ask } from './ask.ts'
import { call } from './call.ts'
import type { Checkout } from './checkout.ts'
import { isCheckoutId, pageUrl, showPage } from './checkout-page.ts'
import { failedTexts, storeLanguage } from './failed-texts.ts'
import type { Callbacks } from './public.d.ts'
import { createSay, type Say } from './say.ts'
import type { CreateCheckout } from './sdk.ts'
import type { Settings } from './settings.ts'

type Part = { createCheckout?: CreateCheckout }

/** A URL that does not answer is abandoned: the next one is tried. */
const LOAD_MS_MAX = 8_000

/** Where the part registers itself. */
export function partOf(brand: string): Part {
  const mark = Symbol.for(`${brand}-checkout`)
  const there: Part | undefined = Reflect.get(window, mark)
  const part = there ?? {}
  Reflect.set(window, mark, part)
  return part
}

/**
 * `from` is the script's tag: a copy of both files may be in one folder, and a policy that allows
 * one allows the other. If there is none, or the page's policy forbids it, the service's own file
 * is tried; if that is forbidden as well, the checkout opens as a page.
 */
export function lateCheckout(from: HTMLScriptElement | undefined): CreateCheckout {
  return (settings, ask) => {
    const { brand, apiUrl } = settings
    const say = createSay(brand)
    const part = partOf(brand)
    const name = `${brand}-checkout.js`
    const places = new Set([new URL(name, from?.src || `${apiUrl}/`).href, `${apiUrl}/${name}`])
    let loading: Promise<void> | undefined
    const load = () => {
      const loadAll = async () => {
        for (const place of places)
          if (!part.createCheckout) await loadScript(place, { brand, from })
        loading = undefined
      }
      loading ??= loadAll()
      return loading
    }
    whenTouched(brand, load)
    let checkout: Checkout | undefined
    let isWaiting = false
    return async (id, callbacks) => {
      const called = performance.now()
      if (isWaiting) return say.warn('a checkout is open already')
      isWaiting = true
      if (!part.createCheckout) await load()
      checkout ??= part.createCheckout?.(settings, ask)
      if (!checkout) await goToPage({ settings, ask, say }, id, callbacks)
      isWaiting = false
      checkout?.(id, callbacks, called)
    }
  }
}

/** A buyer who touches a button may open a checkout next; merely showing one loads nothing. */
function whenTouched(brand: string, load: () => unknown): void {
  const controller = new AbortController()
  const touched = ({ target }: Event) => {
    // Or the document, which has no parent element.
    const near = (target as Element).closest?.(`[data-${brand}-state=allowed]`)
    // A widget has the state as well.
    if (!near || near.shadowRoot) return
    controller.abort()
    load()
  }
  for (const event of ['pointerdown', 'focusin']) {
    document.addEventListener(event, touched, { capture: true, signal: controller.signal })
  }
}

type Means = { readonly settings: Settings; readonly ask: Ask; readonly say: Say }

/** Forbidden by the page, or offline? Only the service can tell. */
async function goToPage(
  { settings, ask, say }: Means,
  id: unknown,
  callbacks: Callbacks | null | undefined,
): Promise<void> {
  const name = `${settings.brand}-checkout.js`
  const language = storeLanguage()
  try {
    if (isCheckoutId(id) && (await ask(`/checkout/${id}`)).status === 200) {
      say.warn(`the checkout opens as a page: ${name} does not load`)
      return showPage(pageUrl(settings, id, language))
    }
  } catch {}
  say.fault(`${name} does not load`)
  call(callbacks, 'onClose', 'error')
  if (!call(callbacks, 'onError')) alert(failedTexts[language])
}

type Loading = { readonly brand: string; readonly from: HTMLScriptElement | undefined }

/**
 * Resolves when there is nothing more to wait for; the registration shows whether it has loaded.
 */
function loadScript(src: string, { brand, from }: Loading): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const done = () => {
      script.remove()
      resolve()
    }
    setTimeout(done, LOAD_MS_MAX)
    // With trusted types a page throws, unless it allows our policy.
    try {
      script.src = trusted(brand, src)
      script.nonce = from?.nonce ?? ''
      if (from?.crossOrigin != null) script.crossOrigin = from.crossOrigin
      script.onload = done
      script.onerror = done
      document.head.append(script)
    } catch {
      done()
    }
  })
}

type Policy = { createScriptURL(url: string): string }
declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Policy): Policy }
  }
}

let policy: Policy | undefined

/** With a policy of the script's own name, which nobody else can obtain. */
function trusted(brand: string, src: string): string {
  const { trustedTypes } = window
  try {
    policy ??= trustedTypes?.createPolicy(brand, { createScriptURL: (url) => url })
  } catch {}
  return policy?.createScriptURL(src) ?? src
}
