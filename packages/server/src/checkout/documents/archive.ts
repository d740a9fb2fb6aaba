/** The archive of a signature: both documents, as the buyer was shown them. */
import { createHash } from 'node:crypto'
import type { DocumentLanguage } from '@svc/api'
import type { Ids } from '../../platform/ids.ts'
import type { ArchivedDocument, DocumentData } from './document-data.ts'
import { languageOf } from './languages.ts'
import { documentDataOf, type Source } from './order-data.ts'
import { renderDocument } from './render.ts'

export const sha256Of = (html: string): string => createHash('sha256').update(html).digest('hex')

/** The language that the order's buyer is written in, where they have named none. */
export function buyersLanguage({ details, store }: Pick<Source, 'details' | 'store'>) {
  return languageOf([details.customer.language, ...store.settings.locales])
}

/** The documents that a signature's own transaction archives. */
export function signedDocuments(
  source: Source,
  wished: DocumentLanguage | undefined,
  ids: Ids,
): ArchivedDocument[] {
  const { storeId } = source.order
  const language = wished ?? buyersLanguage(source)
  return documentsOf(documentDataOf(source), { storeId, language, ids })
}

type Keeping = {
  readonly storeId: string
  readonly language: DocumentLanguage
  readonly ids: Ids
}

function documentsOf(data: DocumentData, { storeId, language, ids }: Keeping) {
  return (['pre_contract', 'agreement'] as const).map((kind): ArchivedDocument => {
    const html = renderDocument(data, { kind, language })
    return {
      storeId,
      orderId: data.order.id,
      sandbox: data.sandbox,
      id: ids.next(),
      kind,
      language,
      sha256: sha256Of(html),
      html,
      createdAt: data.madeAt,
    }
  })
}
