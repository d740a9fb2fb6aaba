/**
 * The reference as pages: an introduction with every operation, one page for each vertical, one for
 * the objects, one for those of the lender and one for the errors. Pure; they need no script.
 */
import { readFileSync } from 'node:fs'
import { errorCatalogue, type Operation, recordOf } from '@svc/api'
import { escaped } from '../../../checkout/documents/html.ts'
import { namesOf } from '../../../platform/narrow.ts'
import type { OpenApiDocument } from '../document.ts'
import { type ObjectsPage, objectPages } from './objects.ts'
import { operationHtml } from './operation-html.ts'
import { inline, prose } from './prose.ts'
import { type Place, schemaHtml } from './schema-html.ts'

type PageQuestion = {
  readonly document: OpenApiDocument
  readonly brand: string
  /** Path under which the service is reached, without a slash at its end. */
  readonly root: string
  /** Of the style sheet. */
  readonly version: string
}

/** Beside those of the verticals, by their names in the address; the first is `/docs` itself. */
export const OTHER_PAGES = {
  ...{ '': 'Overview', objects: 'Objects', 'lender-objects': 'Objects of the lender' },
  errors: 'Errors',
} as const

const layout = readFileSync(new URL('page.html', import.meta.url), 'utf8')

/** The page of this name; it has to be one of `OTHER_PAGES` or a vertical of the document. */
export function referencePage(name: string, question: PageQuestion): string {
  const { document, brand, root, version } = question
  const { title, content } = contentOf(name, question)
  const links = [
    ...Object.entries(OTHER_PAGES),
    ...document.tags.map(({ name }) => [name, capitalised(name)] as const),
  ].map(([path, words]) => {
    const current = path === name ? ' aria-current="page"' : ''
    return `<li><a href="${addressOf(root, path)}"${current}>${escaped(words)}</a></li>`
  })
  const values: Record<string, string> = {
    ...{ brand: escaped(brand), root: escaped(root), version, title: escaped(title) },
    ...{ nav: links.join('\n'), content },
  }
  return layout.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? '')
}

const addressOf = (root: string, name: string): string =>
  escaped(name === '' ? `${root}/docs` : `${root}/docs/${name}`)
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function contentOf(name: string, question: PageQuestion): { title: string; content: string } {
  const { document, root } = question
  if (name === 'objects' || name === 'lender-objects') {
    return { title: OTHER_PAGES[name], content: objectsHtml(name, question) }
  }
  if (name === 'errors') return { title: OTHER_PAGES.errors, content: errorsHtml() }
  const tag = document.tags.find((each) => each.name === name)
  if (tag === undefined) return { title: 'API reference', content: overviewHtml(question) }
  const place = { objectOf: placeOf(question), errors: addressOf(root, 'errors') }
  const operations = operationsOf(document, name)
  const sections = operations.map((each) => operationHtml(each, document, place))
  const description = `<p>${inline(tag.description)}</p>`
  return { title: capitalised(name), content: `${description}${sections.join('\n')}` }
}

function operationsOf({ paths }: OpenApiDocument, tag: string): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, of]) => Array.isArray(of.tags) && of.tags[0] === tag)
      .map(([method, of]) => ({ method, path, of })),
  )
}

function overviewHtml({ document, root }: PageQuestion): string {
  const { info, tags } = document
  const lists = tags.map(({ name, description }) => {
    const items = operationsOf(document, name).map(({ method, path, of }) => {
      const link = `${addressOf(root, name)}#${escaped(String(of.operationId))}`
      const verb = `<b>${escaped(method.toUpperCase())}</b> <code>${escaped(path)}</code>`
      return `<li><a href="${link}">${inline(String(of.summary))}</a><span>${verb}</span></li>`
    })
    return `<h3>${escaped(capitalised(name))}</h3><p>${inline(description)}</p>
<ul class="operations">${items.join('\n')}</ul>`
  })
  const source = `<p>The same for machines: OpenAPI 3.1 as
<a href="${escaped(root)}/openapi.json">openapi.json</a>.</p>`
  const operations = `<h2>Operations</h2>${lists.join('\n')}`
  return `${prose(info.description)}${source}${operations}`
}

/** The address of an object by its name. */
function placeOf({ document, root }: PageQuestion): Place['objectOf'] {
  const pageOf = objectPages(document)
  return (name) => `${addressOf(root, pageOf(name))}#${escaped(name)}`
}

function objectsHtml(page: ObjectsPage, question: PageQuestion): string {
  const { document } = question
  const pageOf = objectPages(document)
  const place = { objectOf: placeOf(question) }
  return Object.entries(recordOf(document.components.schemas))
    .filter(([name]) => pageOf(name) === page)
    .map(([name, schema]) => {
      const id = escaped(name)
      return `<section id="${id}"><h2>${id}</h2>${schemaHtml(recordOf(schema), place)}</section>`
    })
    .join('\n')
}

function errorsHtml(): string {
  const sections = namesOf(errorCatalogue).map((code) => {
    const { status, type, message, remedy } = errorCatalogue[code]
    return `<section id="${code}"><h2><code>${code}</code></h2>
<p class="kind">${status}, <code>${escaped(type)}</code></p>
<p>${inline(message)}. ${inline(remedy)}</p></section>`
  })
  const lead = '<p>Every error that the service answers, by its <code>code</code>.</p>'
  return `${lead}${sections.join('\n')}`
}
