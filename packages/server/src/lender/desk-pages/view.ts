/** The desk as it is given out: a shell, and files whose names change with their content. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { escaped } from '../../checkout/documents/html.ts'
import { type Packed, pack, unpack } from '../../platform/http/packed.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Page } from '../../tenancy/caller/route.ts'

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const IMMUTABLE = 'public, max-age=31536000, immutable'
const NONE_OF = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb', 'hid']
const FEATURES = [
  ...NONE_OF.map((name) => `${name}=()`),
  ...['publickey-credentials-get=(self)', 'publickey-credentials-create=(self)'],
].join(', ')

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

type Built = {
  readonly html: string
  /** Hash of its only inline script, which chooses the colours before anything is drawn. */
  readonly scriptHash: string
  readonly names: ReadonlySet<string>
}

let read: Built | undefined
const packed = new Map<string, Promise<Packed>>()

const placeOf = (name: string) => new URL(name, import.meta.resolve('@svc/desk/index.html'))

/** It is built, not part of the sources: read at its first use. */
function built(): Built {
  read ??= readBuilt()
  return read
}

function readBuilt(): Built {
  const html = readFileSync(placeOf('index.html'), 'utf8')
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
  const scriptHash = createHash('sha256').update(script).digest('base64')
  const names = readdirSync(placeOf('.')).filter((name) => TYPES[extname(name)] !== undefined)
  return { html, scriptHash, names: new Set(names) }
}

type Shell = {
  readonly brand: string
  readonly demo: boolean
  /** Path under which the service is reached, without a slash at its end. */
  readonly root: string
}

export function deskShell({ brand, demo, root }: Shell): Page {
  const { html, scriptHash } = built()
  const values: Record<string, string> = { brand, root, demo: demo ? 'yes' : 'no' }
  const content = html
    .replace(/\{(brand|root|demo)\}/g, (_, name: string) => escaped(values[name] ?? ''))
    .replaceAll('"/desk/', `"${escaped(root)}/desk/`)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(scriptHash, root),
    'permissions-policy': FEATURES,
    'cross-origin-opener-policy': 'same-origin',
  }
  return { content, headers: { ...ALWAYS, ...headers } }
}

function policyOf(scriptHash: string, root: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `report-uri ${root}/desk/csp`,
  ].join('; ')
}

/** Errors: `path_not_found`, also for the files of another version. */
export async function deskFile(name: string, accepted: string | undefined): Promise<Page> {
  if (!built().names.has(name)) throw new Refused('path_not_found')
  const body = packed.get(name) ?? pack(readFileSync(placeOf(name)))
  packed.set(name, body)
  const { content, headers } = unpack(await body, accepted)
  const own = {
    'content-type': TYPES[extname(name)] ?? '',
    'content-security-policy': "default-src 'none'",
    'cache-control': IMMUTABLE,
  }
  return { content, headers: { ...ALWAYS, ...own, ...headers } }
}
