/** One operation: its request, its answer, and both in a program. */
import {
  isRecord,
  type Operation,
  recordAt,
  recordOf,
  recordsOf,
  resolved,
  sampleLanguages,
  sampleOf,
  sampleRequest,
} from '@svc/api'
import { escaped } from '../../../checkout/documents/html.ts'
import type { OpenApiDocument } from '../document.ts'
import type { Json } from '../schema.ts'
import { inline } from './prose.ts'
import { type Place, schemaHtml } from './schema-html.ts'

type OperationPlace = Place & { readonly errors: string }

export function operationHtml(
  operation: Operation,
  document: OpenApiDocument,
  place: OperationPlace,
): string {
  const { method, path, of } = operation
  const id = escaped(String(of.operationId))
  return `<section class="operation" id="${id}">
<h2>${inline(String(of.summary))}</h2>
<p class="verb"><b>${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code></p>
<p>${inline(String(of.description))}</p>
${parametersHtml(of, document)}
${bodyHtml(of, place)}
<h3>Answers</h3>
${answersHtml(of, document, place)}
<h3>Samples</h3>
${samplesHtml(operation, document)}
</section>`
}

function parametersHtml(of: Json, { components }: OpenApiDocument): string {
  const all = recordsOf(of.parameters).map((each) => resolved(each, components))
  if (all.length === 0) return ''
  const items = all.map(({ name, in: where, required, description }) => {
    const kind = `${escaped(String(where))}${required === true ? ', <b>required</b>' : ''}`
    const text = description === undefined ? '' : ` ${inline(String(description))}`
    return `<li><code>${escaped(String(name))}</code> <span class="kind">${kind}</span>${text}</li>`
  })
  const list = `<ul class="members">${items.join('')}</ul>`
  const isLong = items.length > PARAMETERS_SHOWN
  const folded = `<details><summary>${items.length} parameters</summary>${list}</details>`
  return `<h3>Parameters</h3>${isLong ? folded : list}`
}

/** The filters of a list are many, and rarely what somebody looks for. */
const PARAMETERS_SHOWN = 8

function bodyHtml({ requestBody }: Json, place: Place): string {
  const { schema } = recordAt(requestBody, 'content', 'application/json')
  return isRecord(schema) ? `<h3>Body</h3>${schemaHtml(schema, place)}` : ''
}

function answersHtml(of: Json, document: OpenApiDocument, place: OperationPlace): string {
  const refused: string[] = []
  const answered: string[] = []
  for (const [status, value] of Object.entries(recordOf(of.responses))) {
    const codes = codesOf(recordOf(value), document)
    if (codes.length > 0) {
      const links = codes.map(
        (code) => `<a href="${place.errors}#${code}"><code>${code}</code></a>`,
      )
      refused.push(`<li><b>${escaped(status)}</b> ${links.join(', ')}</li>`)
      continue
    }
    const { description, content } = recordOf(value)
    const { schema } = recordOf(Object.values(recordOf(content))[0])
    const members = isRecord(schema) ? schemaHtml(schema, place) : ''
    const lead = `<b>${escaped(status)}</b> ${inline(String(description))}`
    answered.push(`<p>${lead}</p>${members}`)
  }
  const errors = `<details><summary>Errors</summary><ul>${refused.join('')}</ul></details>`
  return `${answered.join('')}${refused.length === 0 ? '' : errors}`
}

/** The codes of a response that is an error. */
function codesOf({ $ref }: Json, { components }: OpenApiDocument): readonly string[] {
  const name = /^#\/components\/responses\/(.+)$/.exec(String($ref))?.[1]
  if (name === undefined) return []
  const content = recordAt(components.responses, name, 'content', 'application/json')
  const [, narrowed] = recordsOf(recordOf(content.schema).allOf)
  const codes = recordAt(narrowed, 'properties', 'error', 'properties', 'code').enum
  return Array.isArray(codes) ? codes.map(String) : []
}

function samplesHtml(operation: Operation, document: OpenApiDocument): string {
  const request = sampleRequest(operation, document)
  return sampleLanguages
    .map((language) => {
      // Its line breaks stay; all other invisible characters go.
      const lines = sampleOf(language, request).split('\n').map(escaped).join('\n')
      return `<details><summary>${language}</summary><pre><code>${lines}</code></pre></details>`
    })
    .join('')
}
