/**
 * The buyer's page as the server gives it out: the same few lines for every checkout. What its
 * address says is for its script; of all that only an origin that was checked gets into the page.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DocumentLanguage } from '@svc/api'
import { escaped } from '../documents/html.ts'
import type { Page } from '../http/route.ts'
import { pageTexts } from './page-texts.ts'

const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
/** The address changes with the content, so that a browser may keep it. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }

const TYPES = {
  'checkout.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
} as const
export type PartName = keyof typeof TYPES
export const partNames = Object.keys(TYPES) as PartName[]

type Parts = { readonly bodies: Readonly<Record<PartName, Buffer>>; readonly version: string }
let read: Parts | undefined

/** They are built, not kept with the sources: read once they are needed. */
function parts(): Parts {
  if (read !== undefined) return read
  const body = (name: PartName) =>
    readFileSync(new URL(import.meta.resolve(`@svc/checkout/${name}`)))
  const bodies = { 'checkout.css': body('checkout.css'), 'checkout.js': body('checkout.js') }
  const hash = createHash('sha256')
  for (const name of partNames) hash.update(bodies[name])
  read = { bodies, version: hash.digest('hex').slice(0, 16) }
  return read
}

export function checkoutPart(name: PartName): Page {
  const headers = { 'content-type': TYPES[name], 'content-security-policy': "default-src 'none'" }
  return { content: parts().bodies[name], headers: { ...ALWAYS, ...KEPT, ...headers } }
}

export type PageQuestion = {
  readonly language: DocumentLanguage
  /** The origin whose page may hold it in a frame; null: none may. */
  readonly holder: string | null
  readonly brand: string
  /** Path under which the service is reached, without a slash at its end. */
  readonly root: string
}

const html = readFileSync(new URL('page.html', import.meta.url), 'utf8')

export function checkoutPage({ language, holder, brand, root }: PageQuestion): Page {
  const values: Record<string, string> = {
    ...pageTexts[language],
    ...{ brand, root, version: parts().version, holder: holder ?? '' },
  }
  const held = holder === null ? html.replace(' data-origin="{holder}"', '') : html
  const page = held.replace('lang="en"', `lang="${language}"`)
  const content = page.replace(/\{(\w+)\}/g, (_, name: string) => escaped(values[name] ?? ''))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    'content-security-policy': policyOf(holder),
  }
  return { content, headers: { ...ALWAYS, ...headers } }
}

function policyOf(holder: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${holder ?? "'none'"}`,
  ].join('; ')
}
