/**
 * The reference page: RapiDoc over `/openapi.json`, served by ourselves. Nothing is asked of
 * anybody else, and the page may run no script but ours.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page, Route } from '../http/route.ts'
import type { Service } from '../http/service.ts'

/** RapiDoc writes its colours into a style element; these are the light and the dark one. */
const THEMES = [
  'Qrad1HvJ57uK5gdodVxXyCi33mvUni4X8C27GzsnjIA=',
  'XV3EHgf5K9Soon04J5PpgI//Pkq5PsKkPFeawe+PeA0=',
]

// RapiDoc places things by style attributes; those can neither run nor load anything here.
const SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${THEMES.map((hash) => `'sha256-${hash}'`).join(' ')}`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
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
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }
const ASKED_AGAIN = { 'cache-control': 'no-cache' }

const SCRIPT = 'text/javascript; charset=utf-8'
const read = (name: string): Buffer => readFileSync(new URL(`page/${name}`, import.meta.url))

export function pageRoutes(service: Service): Route[] {
  const html = read('page.html').toString('utf8')
  const files = {
    'page.css': { body: read('page.css'), type: 'text/css; charset=utf-8' },
    'page.js': { body: read('page.js'), type: SCRIPT },
    'rapidoc-min.js': { body: readFileSync(new URL(import.meta.resolve('rapidoc'))), type: SCRIPT },
  }
  const hash = createHash('sha256')
  for (const { body } of Object.values(files)) hash.update(body)
  const version = hash.digest('hex').slice(0, 16)
  const page = () => {
    const root = new URL(service.baseUrl()).pathname.replace(/\/$/, '')
    const values: Record<string, string> = { brand: service.brand, root, version }
    const content = html.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
    const type = { 'content-type': 'text/html; charset=utf-8' }
    return { content, headers: { ...ALWAYS, ...ASKED_AGAIN, ...type } }
  }
  return [
    pageRoute('/docs', 'getReference', page),
    ...Object.entries(files).map(([name, { body, type }]) => {
      const headers = { ...ALWAYS, ...KEPT, 'content-type': type }
      return pageRoute(`/docs/${name}`, 'getReferencePart', () => ({
        content: body,
        headers,
      }))
    }),
  ]
}

function pageRoute(path: string, operation: string, page: () => Page): Route {
  const summary = 'The reference page, or a part of it'
  return {
    method: 'GET',
    path,
    access: { kind: 'open' },
    doc: { operation, summary, answers: {} },
    page: true,
    handle: async () => page(),
  }
}
