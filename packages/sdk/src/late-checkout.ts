/** Loads what shows checkouts when the first is opened. */
import type { Ask } from './ask.ts'
import type { Checkout } from './checkout.ts'
import type { Callbacks } from './public.d.ts'
import { attempt } from './queue.ts'
import { createSay } from './say.ts'
import type { CreateCheckout } from './sdk.ts'
import type { Settings } from './settings.ts'

type Part = { createCheckout?: CreateCheckout }

/** Where the part leaves itself. */
export function partOf(brand: string): Part {
  const place = window as unknown as Record<symbol, Part>
  const mark = Symbol.for(`${brand}-checkout`)
  place[mark] ??= {}
  return place[mark]
}

/**
 * `from` is the script's tag: a copy of both files may lie side by side, and what lets the one run
 * lets the other. Where there is none, or a policy of the page forbids it, the service's own is
 * tried; where that is forbidden as well the checkout opens as a page.
 */
export function lateCheckout(from: HTMLScriptElement | undefined): CreateCheckout {
  return (settings, ask) => {
    const { brand, apiUrl } = settings
    const name = `${brand}-checkout.js`
    const places = [
      ...new Set([new URL(name, from?.src || `${apiUrl}/`).href, `${apiUrl}/${name}`]),
    ]
    let loading: Promise<Checkout | undefined> | undefined
    const load = async () => {
      const part = partOf(brand)
      for (const place of places) if (!part.createCheckout) await loadScript(place, from?.nonce)
      return part.createCheckout?.(settings, ask)
    }
    return async (id, callbacks) => {
      loading ??= load()
      const checkout = await loading
      if (checkout) return checkout(id, callbacks)
      loading = undefined
      return goToPage(settings, ask, { id, callbacks })
    }
  }
}

type Wish = { readonly id: string; readonly callbacks: Callbacks | null | undefined }

/** Forbidden by the page, or is there no connection? */
async function goToPage({ brand, ...settings }: Settings, ask: Ask, { id, callbacks }: Wish) {
  const { apiUrl, publicKey, sandbox } = settings
  const query = new URLSearchParams({ order: id, 'public-key': publicKey, sandbox: `${sandbox}` })
  try {
    await ask(`/checkout/${encodeURIComponent(id)}`)
    createSay(brand).warn(`the checkout opens as a page: script-src forbids ${brand}-checkout.js`)
    location.assign(`${apiUrl}/?${query}`)
  } catch {
    attempt(() => callbacks?.onClose?.('error'))
    attempt(() => callbacks?.onError?.())
  }
}

function loadScript(src: string, nonce = ''): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const done = () => {
      script.remove()
      resolve()
    }
    script.src = src
    script.nonce = nonce
    script.onload = done
    script.onerror = done
    document.head.append(script)
  })
}
