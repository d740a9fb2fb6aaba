import type { Answered, DocumentsAnswer } from '@svc/api'
import { localMicros } from '../../platform/time/dates.ts'
import type { Page } from '../../tenancy/caller/route.ts'
import { policyOfPage } from './html.ts'
import type { DocumentsOfOrder } from './list-documents.ts'
import type { ReadDocument } from './made.ts'

/** A page that is opened by itself or in a frame of our own, and that nobody else caches. */
export function documentPage({ orderId, kind, language, sha256, html }: ReadDocument): Page {
  const digest = Buffer.from(sha256, 'hex').toString('base64')
  return {
    content: html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'content-disposition': `inline; filename="${kind}-${orderId}.html"`,
      'content-security-policy': policyOfPage(html),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      etag: `"${sha256}"`,
      'repr-digest': `sha-256=:${digest}:`,
      vary: 'Accept',
    },
  }
}

export function documentsView(
  { order, documents }: DocumentsOfOrder,
  { timeZone, baseUrl }: { readonly timeZone: string; readonly baseUrl: string },
): Answered<typeof DocumentsAnswer> {
  return {
    results: documents.map(({ kind, language, sha256, createdAt }) => ({
      kind,
      language,
      sha256,
      created: createdAt === null ? null : localMicros(createdAt, timeZone),
      url: `${baseUrl}/orders/${order.id}/documents/${kind}.html`,
    })),
  }
}
