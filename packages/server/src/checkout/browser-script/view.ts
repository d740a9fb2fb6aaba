/**
 * The script that stores' pages load, made for this service: its name and its own address stand in
 * it, so that a copy at any other place works as well (decision 0042).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Packed, pack, unpack } from '../../platform/http/packed.ts'
import type { Page } from '../../tenancy/caller/route.ts'

const BUILT = new URL('../../../../sdk/dist/', import.meta.url)

/** The part that shows checkouts is loaded when the first is opened; it knows no address. */
export type ScriptFile = 'script.js' | 'checkout-part.js'

type Made = { readonly brand: string; readonly baseUrl: string }
type CachedScript = { readonly packed: Packed; readonly hash: string }

/** The built text with the placeholders filled in; whichever quotes the builder has chosen. */
export function scriptText(built: string, { brand, baseUrl }: Made): string {
  const address = JSON.stringify(baseUrl).replaceAll('<', '\\u003c')
  const filled = built.replace(/(["'`])__API__\1/g, () => address)
  if (filled === built || filled.includes('__API__')) throw new Error('no place for the address')
  return named(filled, { brand })
}

const named = (built: string, { brand }: Pick<Made, 'brand'>): string =>
  built.replaceAll('__BRAND__', brand)

async function keep(file: ScriptFile, made: Made): Promise<CachedScript> {
  const built = readFileSync(new URL(file, BUILT), 'utf8')
  const content = Buffer.from(file === 'script.js' ? scriptText(built, made) : named(built, made))
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16)
  return { packed: await pack(content), hash }
}

/** Made when it is first requested, because the address is known only then. */
export function scriptPages(
  file: ScriptFile,
): (
  made: Made,
  request: { readonly encodings: string | undefined; readonly known: string | undefined },
) => Promise<Page> {
  let cached: Promise<CachedScript> | undefined
  return async (made, { encodings, known = '' }) => {
    cached ??= keep(file, made).catch((error) => {
      cached = undefined
      throw error
    })
    const { packed, hash } = await cached
    const { content, headers: packing } = unpack(packed, encodings)
    const encoding = packing['content-encoding']
    const etag = encoding === undefined ? `"${hash}"` : `"${hash}-${encoding}"`
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
    return { content, headers: { ...headers, ...packing } }
  }
}

function isKnown(known: string, etag: string): boolean {
  const tags = known.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
