/**
 * The script that stores' pages load, made for this service: its name and its own address stand in
 * it, so that a copy at any other place works as well (decision 0042).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '../http/route.ts'

const BUILT = new URL('../../../sdk/dist/', import.meta.url)

/** The part that shows checkouts is loaded when the first is opened; it knows no address. */
export type ScriptFile = 'script.js' | 'checkout-part.js'

type Made = { readonly brand: string; readonly baseUrl: string }
type Form = { readonly content: Buffer; readonly etag: string }
type Forms = Readonly<Record<'br' | 'gzip' | 'identity', Form>>

/** The built text with the placeholders filled in; whichever quotes the builder has chosen. */
export function scriptText(built: string, { brand, baseUrl }: Made): string {
  const address = JSON.stringify(baseUrl).replaceAll('<', '\\u003c')
  const filled = built.replace(/(["'`])__API__\1/g, () => address)
  if (filled === built || filled.includes('__API__')) throw new Error('no place for the address')
  return named(filled, { brand })
}

const named = (built: string, { brand }: Pick<Made, 'brand'>): string =>
  built.replaceAll('__BRAND__', brand)

function formsOf(file: ScriptFile, made: Made): Forms {
  const built = readFileSync(new URL(file, BUILT), 'utf8')
  const text = file === 'script.js' ? scriptText(built, made) : named(built, made)
  const content = Buffer.from(text)
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return {
    br: { content: brotliCompressSync(content), etag: `"${hash}-br"` },
    gzip: { content: gzipSync(content, { level: 9 }), etag: `"${hash}-gzip"` },
    identity: { content, etag: `"${hash}"` },
  }
}

/** Made when it is asked for first, because the address is known only then. */
export function scriptPages(
  file: ScriptFile,
): (
  made: Made,
  asked: { readonly encodings: string | undefined; readonly known: string | undefined },
) => Page {
  let forms: Forms | undefined
  return (made, { encodings = '', known = '' }) => {
    forms ??= formsOf(file, made)
    const encoding = bestOf(encodings)
    const { content, etag } = forms[encoding]
    const headers = {
      // New versions reach every store within minutes, without anybody's doing.
      'cache-control': 'public, max-age=300',
      etag,
      vary: 'Accept-Encoding',
      // Pages check its hash, load it as a module or isolate themselves: all of them may read it.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'timing-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-type': 'text/javascript; charset=utf-8',
    }
    if (isKnown(known, etag)) return { status: 304, content: '', headers }
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    return { content, headers: { ...headers, ...encoded } }
  }
}

function bestOf(encodings: string): keyof Forms {
  const taken = encodings
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((each) => taken.includes(each)) ?? 'identity'
}

function isKnown(known: string, etag: string): boolean {
  const tags = known.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
