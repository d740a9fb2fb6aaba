/** What a checkout's messages amount to, and where the buyer goes from there (contract §10). */
import type { CloseResult, FrameStatus } from '@svc/api/frame-messages'

type Fields = Readonly<Record<string, unknown>>

const isFinal = (status: FrameStatus | undefined) => status === 'success' || status === 'ko'

/** Success and ko are final; pending may become either of them. */
export function mayFollow(last: FrameStatus | undefined, report: FrameStatus): boolean {
  return report !== last && !isFinal(last)
}

/** Once there is a result the buyer can no longer have dismissed it, nor can its loading fail. */
export function resultAtClose(last: FrameStatus | undefined, report: CloseResult): CloseResult {
  return last && (isFinal(last) || report === 'dismiss' || report === 'error') ? last : report
}

/** What a checkout would close with, by what the service says of it. */
export function resultOf({ status, status_reason: reason }: Fields): CloseResult {
  if (status === 'ok') return 'success'
  if (status === 'ko') return 'ko'
  return status === 'pending' && reason !== 'in_process' ? 'pending' : 'dismiss'
}

/**
 * Where the page goes that has no callback for the result: decision 0043. Nowhere after an error of
 * which the store said no address, which is then told on the page.
 */
export function merchantUrl(
  merchant: Fields,
  result: CloseResult,
  base: string,
): string | undefined {
  return (
    webUrl(merchant[`${result}_url`], base) ??
    webUrl(merchant.dismiss_url, base) ??
    (result === 'error' ? undefined : webUrl('/', base))
  )
}

/** Neither `javascript:` nor anything else that is not a page of the web. */
function webUrl(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    const { href, protocol } = new URL(value, base)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
