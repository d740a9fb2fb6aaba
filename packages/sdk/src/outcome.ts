/** The result of a checkout's messages, and the buyer's next page (contract §10). */
import type { CloseResult, FrameStatus } from '@svc/api/frame-messages'

type Fields = Readonly<Record<string, unknown>>

const isFinal = (status: FrameStatus | undefined) => status === 'success' || status === 'ko'

/** Success and ko are final; pending may become either of them. */
export function mayFollow(last: FrameStatus | undefined, report: FrameStatus): boolean {
  return report !== last && !isFinal(last)
}

/** Once there is a result the buyer can no longer dismiss it, nor can its loading fail. */
export function resultAtClose(last: FrameStatus | undefined, report: CloseResult): CloseResult {
  return last && (isFinal(last) || report === 'dismiss' || report === 'error') ? last : report
}

/** The status with which a checkout would close, by the service's answer. */
export function resultOf({ status, status_reason: reason }: Fields): CloseResult {
  if (status === 'ok') return 'success'
  if (status === 'ko') return 'ko'
  return status === 'pending' && reason !== 'in_process' ? 'pending' : 'dismiss'
}

/**
 * The redirect of a page without a callback for the result (decision 0043). None after an error
 * without a URL of the store, which is then shown on the page.
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

/** Neither `javascript:` nor anything else that is not a web page. */
function webUrl(value: unknown, base: string): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    const { href, protocol } = new URL(value, base)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
