/**
 * What our pages and the script use and not every browser has, found by running. The table in
 * `docs/reference/browsers.md` says the same.
 */
import { readFileSync } from 'node:fs'
import { type Site, site } from './browser.ts'

const document = new URL('../../docs/reference/browsers.md', import.meta.url)

/** Expressions of a page, by the name that the table has for them. */
const features = {
  dialog: "'showModal' in HTMLDialogElement.prototype",
  'constructed style sheets': "'adoptedStyleSheets' in ShadowRoot.prototype",
  'trusted types': "'trustedTypes' in self",
  'isolation by credentialless': 'crossOriginIsolated',
  'Sec-Fetch-Dest to this machine without TLS': "fetch('/echo').then((sent) => sent.json())",
  'close requests of the system': "'CloseWatcher' in self",
  'scrollbar-gutter': "CSS.supports('scrollbar-gutter: stable')",
  dvh: "CSS.supports('height: 100dvh')",
  ':has()': "CSS.supports('selector(:has(a))')",
  'text-wrap: balance': "CSS.supports('text-wrap: balance')",
  'text-size-adjust': "['', '-webkit-'].some((to) => CSS.supports(to + 'text-size-adjust: 100%'))",
  'accent-color': "CSS.supports('accent-color: red')",
  'layout-shift entries': "PerformanceObserver.supportedEntryTypes.includes('layout-shift')",
} as const

/** To be evaluated in a page of `probeSite`. */
export const probe = `Promise.all([${Object.values(features)}]).then((values) => Object.fromEntries(
  ${JSON.stringify(Object.keys(features))}.map((name, index) => [name, values[index]])))`

/** A page that wants to be isolated, on a site that tells whether its requests say what for. */
export function probeSite(): Promise<Site> {
  return site('127.0.0.1', (request, response) => {
    const headers = {
      'cross-origin-embedder-policy': 'credentialless',
      'cross-origin-opener-policy': 'same-origin',
    }
    if (request.url !== '/echo') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html' })
      response.end('<!doctype html><title>Probe</title>')
    } else response.end(JSON.stringify('sec-fetch-dest' in request.headers))
  })
}

/** What the table says of a browser. */
export function tableOf(browser: 'Chromium' | 'Firefox'): Record<string, boolean> {
  const rows = [...readFileSync(document, 'utf8').matchAll(/^\| (.+) \|$/gm)].map(([, row = '']) =>
    row.split(' | '),
  )
  const column = rows[0]?.indexOf(browser) ?? -1
  return Object.fromEntries(
    rows.slice(2).map((row) => [row[0]?.replaceAll('`', ''), row[column] === 'yes']),
  )
}
