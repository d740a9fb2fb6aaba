import { Refused } from '../refusal.ts'

type Format = 'json' | 'xml'

/**
 * The representation that a request asks for (contract §1): the mode, the version whose name the
 * marker has, and the format.
 */
export type Negotiated = {
  readonly sandbox: boolean
  readonly version: string
  readonly format: Format
}

const FORMATS: readonly Format[] = ['json', 'xml']
const VERSIONS = ['v1', 'v2', 'v3', 'v4']
export const LATEST_VERSION = 'v1'

/** The header that says in which version an answer is written. */
export function markerName(brand: string): string {
  return `X-${brand.charAt(0).toUpperCase()}${brand.slice(1)}-Media-Type`
}

type Wish = { readonly type: string; readonly quality: number; readonly position: number }

/**
 * Reads Accept and the URL's version. Refuses with 406 if it is not available. `own`: a media type
 * of the route that may be named alone, and then means live mode.
 */
export function negotiate(
  accept: string | undefined,
  urlVersion: string | undefined,
  brand: string,
  own?: string,
): Negotiated {
  const vendor = `application/vnd.${brand}`
  const served = FORMATS.flatMap((format) => [
    `${vendor}.v1+${format}`,
    `${vendor}.sandbox.v1+${format}`,
    `application/${format}`,
  ])
  if (own !== undefined) served.push(own)
  const refuse = () => new Refused('accept_unsupported', { values: { served: served.join(', ') } })
  if (urlVersion !== undefined && !VERSIONS.includes(urlVersion)) throw refuse()
  if (accept === undefined || accept.trim() === '') {
    return { sandbox: false, version: urlVersion ?? LATEST_VERSION, format: 'json' }
  }
  const all = wishes(accept)
  const excluded = new Set(all.filter(({ quality }) => quality === 0).map(({ type }) => type))
  for (const wish of all) {
    const match = matchType(wish.type, { brand, excluded })
    if (match === undefined || wish.quality === 0) continue
    const version = match.version ?? urlVersion ?? LATEST_VERSION
    if (!VERSIONS.includes(version)) continue
    if (urlVersion !== undefined && urlVersion !== version) continue
    return { ...match, version }
  }
  if (all.some(({ type, quality }) => type === own && quality > 0))
    return { sandbox: false, version: urlVersion ?? LATEST_VERSION, format: 'json' }
  throw refuse()
}

/** The format of an error, also if the requested one is not available. */
export function answeredForm(
  accept: string | undefined,
  urlVersion: string | undefined,
  brand: string,
): Pick<Negotiated, 'version' | 'format'> {
  try {
    return negotiate(accept, urlVersion, brand)
  } catch {
    const wanted = accept ?? ''
    const format = /xml/i.test(wanted) && !/json/i.test(wanted) ? 'xml' : 'json'
    return { version: LATEST_VERSION, format }
  }
}

/** The media ranges of an Accept header: best quality first, then the most specific. */
function wishes(accept: string): Wish[] {
  return accept
    .slice(0, 2048)
    .split(',')
    .map((text, position) => {
      const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      const quality = q === undefined ? 1 : Number(q.slice(2))
      return { type, quality: clamp(quality), position }
    })
    .sort(
      (a, b) =>
        b.quality - a.quality ||
        specificity(b.type) - specificity(a.type) ||
        a.position - b.position,
    )
}

function clamp(quality: number): number {
  return Number.isNaN(quality) ? 0 : Math.min(1, Math.max(0, quality))
}

function specificity(type: string): number {
  if (type === '*/*') return 0
  return type.endsWith('/*') ? 1 : 2
}

type Match = {
  readonly sandbox: boolean
  readonly version: string | undefined
  readonly format: Format
}

/**
 * Whether a body of this type is accepted: JSON, under the vendor's name in a supported version.
 */
export function isJsonType(type: string, brand: string): boolean {
  const match = matchType(type, { brand, excluded: new Set() })
  if (match?.format !== 'json' || type.includes('*')) return false
  return match.version === undefined || VERSIONS.includes(match.version)
}

function matchType(
  type: string,
  { brand, excluded }: { brand: string; excluded: ReadonlySet<string> },
): Match | undefined {
  const plain = { sandbox: false, version: undefined }
  if (type === '*/*' || type === 'application/*') {
    // A wildcard means the first of the plain formats that is not excluded.
    const format = FORMATS.find((each) => !excluded.has(`application/${each}`))
    return format && { ...plain, format }
  }
  const format = FORMATS.find((each) => type === `application/${each}` || type.endsWith(`+${each}`))
  if (format === undefined) return undefined
  if (type === `application/${format}`) return { ...plain, format }
  const vendor = `application/vnd.${brand}`
  if (!type.startsWith(vendor)) return undefined
  const middle = type.slice(vendor.length, -`+${format}`.length)
  const form = /^(\.sandbox)?(?:\.(v[0-9]{1,3}))?$/.exec(middle)
  if (form === null) return undefined
  return { sandbox: form[1] !== undefined, version: form[2], format }
}
