/** Where a page may be sent: what a store wrote years ago may be anything. Pure. */
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

/** Of what a public key may read of the store's words; a relative address has nothing to go by. */
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
