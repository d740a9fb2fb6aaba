/** Documents as object URLs of the page: only it has the token. */
import { type Context, surely } from './context.ts'
import type { DocumentKind } from './types.ts'

const SOME = { lostMax: 3 }

export function createDocuments(context: Context): (kind: DocumentKind) => Promise<string> {
  const made = new Map<DocumentKind, string>()
  return async (kind) => {
    const { chosen, language, progress } = context.store.model
    const offer = progress?.signed ?? chosen
    const query = new URLSearchParams({ language })
    if (offer !== null && progress?.signed == null) {
      query.set('product', offer.product)
      query.set('num_instalments', String(offer.num_instalments))
    }
    const path = `/documents/${kind}.html?${query}`
    const reply = await surely(context, { method: 'GET', path, asText: true }, SOME)
    if (reply?.status !== 200 || typeof reply.body !== 'string') {
      throw new Error(reply === undefined ? 'offline' : reply.code)
    }
    const before = made.get(kind)
    if (before !== undefined) URL.revokeObjectURL(before)
    const url = URL.createObjectURL(new Blob([reply.body], { type: 'text/html;charset=utf-8' }))
    made.set(kind, url)
    return url
  }
}
