/**
 * The buyer's page as the server gives it out: the same few lines for every checkout. What its
 * address says is for its script; of all that only an origin that was checked gets into the page.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { DocumentLanguage } from '@svc/api'
import { inIsolatedPages } from '../../platform/http/isolated.ts'
import { type Packed, pack, unpack } from '../../platform/http/packed.ts'
import { namesOf } from '../../platform/narrow.ts'
import type { Page } from '../../tenancy/caller/route.ts'
import type { StoredLogo } from '../../tenancy/stores/logo.ts'
import { escaped, styleSource } from '../documents/html.ts'
import { pageTexts } from './page-texts.ts'

const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
/**
 * The page that opened the tab cannot control it; a page that it opens itself, such as a bank's,
 * may answer.
 */
const OPENED = 'same-origin-allow-popups'
const FORBIDDEN = 'camera=(), display-capture=(), geolocation=(), microphone=(), usb=()'
/** The address changes with the content, so that a browser may keep it. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

const TYPES = {
  'checkout.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
} as const
type PartName = keyof typeof TYPES
export const partNames = namesOf(TYPES)

type Parts = {
  readonly bodies: Readonly<Record<PartName, Packed>>
  /** Of what is in them. */
  readonly version: string
}
let reading: Promise<Parts> | undefined

/** They are built, not part of the sources: read at their first use. */
function parts(): Promise<Parts> {
  reading ??= readParts().catch((error) => {
    reading = undefined
    throw error
  })
  return reading
}

async function readParts(): Promise<Parts> {
  const hash = createHash('sha256')
  const packed = async (name: PartName): Promise<Packed> => {
    const body = readFileSync(new URL(import.meta.resolve(`@svc/checkout/${name}`)))
    hash.update(body)
    return pack(body)
  }
  const [css, script] = await Promise.all([packed('checkout.css'), packed('checkout.js')])
  const version = hash.digest('hex').slice(0, 16)
  return { bodies: { 'checkout.css': css, 'checkout.js': script }, version }
}

type PartQuestion = {
  readonly name: PartName
  /** The query of the address. */
  readonly search: string
  /** `Accept-Encoding`. */
  readonly accepted: string | undefined
}

/**
 * Under the version of another release, which may be running beside this one, nothing is cached.
 */
export async function checkoutPart({ name, search, accepted }: PartQuestion): Promise<Page> {
  const { bodies, version } = await parts()
  const { content, headers } = unpack(bodies[name], accepted)
  const own = {
    'content-type': TYPES[name],
    'content-security-policy': "default-src 'none'",
    'cache-control': search === `?${version}` ? IMMUTABLE : 'no-store',
  }
  return { content, headers: { ...ALWAYS, ...own, ...headers } }
}

type PageQuestion = {
  readonly language: DocumentLanguage
  /** The origin whose page may hold it in a frame; null: none may. */
  readonly holder: string | null
  readonly brand: string
  /** Path under which the service is reached, without a slash at its end. */
  readonly root: string
}

const html = readFileSync(new URL('page.html', import.meta.url), 'utf8')

export async function checkoutPage(question: PageQuestion): Promise<Page> {
  const { language, holder, brand, root } = question
  const { version } = await parts()
  const values: Record<string, string> = {
    ...pageTexts[language],
    ...{ brand, root, version, holder: holder ?? '' },
  }
  const held = holder === null ? html.replace(' data-origin="{holder}"', '') : html
  const page = held.replace('lang="en"', `lang="${language}"`)
  const content = page.replace(/\{(\w+)\}/g, (_, name: string) => escaped(values[name] ?? ''))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'cache-control': 'no-store',
    'content-security-policy': policyOf(holder),
    'permissions-policy': FORBIDDEN,
  }
  // In a frame an opener policy counts for nothing, and browsers say so.
  const isolation = holder === null ? { 'cross-origin-opener-policy': OPENED } : inIsolatedPages
  return { content, headers: { ...ALWAYS, ...headers, ...isolation } }
}

function policyOf(holder: string | null): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Documents are shown as pages of this one's making, under its policy.
    `style-src 'self' ${styleSource}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${holder ?? "'none'"}`,
  ].join('; ')
}

/** A store's logo as an image and nothing else, whatever is in its bytes. */
export function logoPage({ type, content }: StoredLogo): Page {
  const headers = {
    ...ALWAYS,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  }
  return { content, headers: { ...headers, 'content-type': type, 'cache-control': IMMUTABLE } }
}
