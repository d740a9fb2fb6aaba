/** The page of a checkout, in a frame or in the tab. */
import type { Settings } from './settings.ts'

/** 32 hexadecimal digits: nothing else is inserted into a URL. */
export const isCheckoutId = (id: unknown): id is string =>
  typeof id === 'string' && /^[\da-f]{32}$/i.test(id)

export function pageUrl(
  { apiUrl, publicKey, sandbox }: Settings,
  id: string,
  language: string,
): string {
  const key = encodeURIComponent(publicKey)
  return `${apiUrl}/?order=${id}&public-key=${key}&sandbox=${sandbox}&lang=${language}`
}

/**
 * In a frame of another page, the checkout page could not be shown either: throws if it may not
 * leave.
 */
export function showPage(url: string): void {
  ;(top ?? window).location.href = url
}
