/**
 * The reference pages, made from the document when they are first requested, served by ourselves.
 * They run no script and load nothing from elsewhere.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openRoute, type Page, type Route } from '../../tenancy/caller/route.ts'
import type { WholeService } from '../service/whole-service.ts'
import type { OpenApiDocument } from './document.ts'
import { OTHER_PAGES, referencePage } from './pages/pages.ts'

const SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const ALWAYS = {
  'content-security-policy': SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The address changes with the content, so that a browser may keep it. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
const REVALIDATE = { 'cache-control': 'no-cache' }

const style = readFileSync(new URL('pages/page.css', import.meta.url))
const version = createHash('sha256').update(style).digest('hex').slice(0, 16)

/** `verticals`: what the document has, of the service as it runs. */
export function pageRoutes(
  service: WholeService,
  verticals: readonly string[],
  document: () => OpenApiDocument,
): Route[] {
  const { brand } = service
  const made = new Map<string, { readonly of: OpenApiDocument; readonly html: string }>()
  const page = (name: string): Page => {
    const of = document()
    let cached = made.get(name)
    if (cached?.of !== of) {
      const root = new URL(service.baseUrl()).pathname.replace(/\/$/, '')
      cached = { of, html: referencePage(name, { document: of, brand, root, version }) }
      made.set(name, cached)
    }
    const type = { 'content-type': 'text/html; charset=utf-8' }
    return { content: cached.html, headers: { ...ALWAYS, ...REVALIDATE, ...type } }
  }
  const names = [...Object.keys(OTHER_PAGES), ...verticals]
  const css = { ...ALWAYS, ...IMMUTABLE, 'content-type': 'text/css; charset=utf-8' }
  return [
    ...names.map((name) => {
      const path = name === '' ? '/docs' : `/docs/${name}`
      return pageRoute(path, 'getReference', () => page(name))
    }),
    pageRoute('/docs/page.css', 'getReferencePart', () => ({ content: style, headers: css })),
  ]
}

function pageRoute(path: string, operation: string, page: () => Page): Route {
  const summary = 'A page of the reference, or its style'
  return openRoute({
    method: 'GET',
    path,
    doc: { operation, summary, answers: {} },
    page: true,
    handle: async () => page(),
  })
}
