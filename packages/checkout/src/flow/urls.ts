/** Safe targets of redirects: a store's URL may be anything. Pure. */
import type { StoreUrls } from './types.ts'

export function httpUrl(text: unknown): string | null {
  if (typeof text !== 'string') return null
  try {
    const url = new URL(text)
    const plain = url.username === '' && url.password === ''
    return /^https?:$/.test(url.protocol) && plain ? url.href : null
  } catch {
    return null
  }
}

/** From the public data of the store; a relative URL has no base. */
export function urlsOf(merchant: Readonly<Record<string, unknown>>): StoreUrls {
  const dismiss = httpUrl(merchant.dismiss_url)
  return {
    success: httpUrl(merchant.success_url),
    pending: httpUrl(merchant.pending_url) ?? dismiss,
    ko: httpUrl(merchant.ko_url) ?? dismiss,
    error: httpUrl(merchant.error_url) ?? dismiss,
    dismiss,
  }
}
