import { documentLanguages } from '../document-languages.ts'
import { choice, closed, localMoment, nullable, words } from './answers.ts'
import { products } from './checkouts.ts'
import { optional, Type } from './common.ts'

/** The buyer's documents, in the order in which they are presented. */
export const documentKinds = ['pre_contract', 'agreement', 'statement', 'withdrawal_form'] as const
export type DocumentKind = (typeof documentKinds)[number]

const DocumentAnswer = closed(
  {
    kind: choice(documentKinds, 'Kind of document.'),
    language: choice(documentLanguages, 'Language of the document.'),
    sha256: nullable(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the document, in UTF-8.' }),
      { description: 'SHA-256 of the archived document; null if it is created on request.' },
    ),
    created: nullable(localMoment('When it was archived'), {
      description: 'When it was archived; null if it is created on request.',
    }),
    url: words('URL of the document, as HTML.'),
  },
  { $id: 'Document', description: 'A document of an order.' },
)

/** The documents of an order. */
export const DocumentsAnswer = closed({
  results: Type.Array(DocumentAnswer, { description: 'The documents that are available now.' }),
})

const language = choice(
  documentLanguages,
  "The language; defaults to the buyer's. An archived document exists only in the " +
    'language it was signed in.',
)

/** The query of a document. */
export const documentQuery = { language: optional(language) }

/** Before the signature, the documents are those of the offer on display. */
export const buyersDocumentQuery = {
  language: optional(language),
  product: optional(
    choice(products, 'The product of the offer; the default is that of a signature.'),
  ),
  num_instalments: optional(
    Type.Integer({ minimum: 1, maximum: 60, description: 'Number of payments of the offer.' }),
  ),
}

/** A document in an answer. */
export const DocumentHtml = Type.String({
  description:
    'A self-contained page without scripts, for screen and print. `ETag` and ' +
    '`Repr-Digest` carry its SHA-256.',
})
