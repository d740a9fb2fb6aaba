import { documentLanguages } from '../document-languages.ts'
import { choice, closed, localMoment, nullable, words } from './answers.ts'
import { products } from './checkouts.ts'
import { optional, Type } from './common.ts'

/** The buyer's documents, in the order in which the buyer meets them. */
export const documentKinds = ['pre_contract', 'agreement', 'statement', 'withdrawal_form'] as const
export type DocumentKind = (typeof documentKinds)[number]

const DocumentAnswer = closed(
  {
    kind: choice(documentKinds, 'What it is.'),
    language: choice(documentLanguages, 'In which language it is written.'),
    sha256: nullable(
      Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the document, in UTF-8.' }),
      { description: 'SHA-256 of the archived document; null where it is created on request.' },
    ),
    created: nullable(localMoment('When it was archived'), {
      description: 'When it was archived; null where it is created on request.',
    }),
    url: words('Where it is, as HTML.'),
  },
  { $id: 'Document', description: 'A document of an order.' },
)

/** The documents that an order has. */
export const DocumentsAnswer = closed({
  results: Type.Array(DocumentAnswer, { description: 'Those that can be read now.' }),
})

const language = choice(
  documentLanguages,
  "The language; absent: the buyer's. An archived document has only the one it was signed in.",
)

/** The query of a document. */
export const documentQuery = { language: optional(language) }

/** Before the signature, the documents are those of the offer on display. */
export const buyersDocumentQuery = {
  language: optional(language),
  product: optional(choice(products, 'The product of the offer; absent: as in a signature.')),
  num_instalments: optional(
    Type.Integer({ minimum: 1, maximum: 60, description: 'How many payments the offer has.' }),
  ),
}

/** A document as it is answered. */
export const DocumentHtml = Type.String({
  description:
    'A page without scripts and without anything from elsewhere, for screens and for paper. ' +
    '`ETag` and `Repr-Digest` carry its SHA-256.',
})
