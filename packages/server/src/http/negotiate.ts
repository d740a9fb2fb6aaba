import { Refused } from '../refusal.ts'

/**
 * What a request asks for (contract §1): the mode and the version whose name the marker answers.
 */
export type Negotiated = { readonly sandbox: boolean; readonly version: string }

const VERSIONS = ['v1', 'v2', 'v3', 'v4']
export const LATEST = 'v1'

/** The header that says in which version an answer is written. */
export function markerName(brand: string): string {
  return `X-${brand.charAt(0).toUpperCase()}${brand.slice(1)}-Media-Type`
}

type Wish = { readonly type: string; readonly quality: number; readonly position: number }

/** Reads Accept and the URL's version. Refuses with 406 what is not served. */
export function negotiate(
  accept: string | undefined,
  urlVersion: string | undefined,
  brand: string,
): Negotiated {
  const vendor = `application/vnd.${brand}`
  const served = `${vendor}.v1+json, ${vendor}.sandbox.v1+json, application/json`
  const refuse = () => new Refused('accept_unsupported', { values: { served } })
  if (urlVersion !== undefined && !VERSIONS.includes(urlVersion)) throw refuse()
  if (accept === undefined || accept.trim() === '') {
    return { sandbox: false, version: urlVersion ?? LATEST }
  }
  const all = wishes(accept)
  const excluded = new Set(all.filter(({ quality }) => quality === 0).map(({ type }) => type))
  for (const wish of all) {
    const match = matchType(wish.type, brand)
    if (match === undefined || wish.quality === 0) continue
    // What a wildcard stands for here is plain JSON, unless just that is excluded.
    if (wish.type.endsWith('*') && excluded.has('application/json')) continue
    if (match.version === undefined) return { ...match, version: urlVersion ?? LATEST }
    if (!VERSIONS.includes(match.version)) continue
    if (urlVersion !== undefined && urlVersion !== match.version) continue
    return { sandbox: match.sandbox, version: match.version }
  }
  throw refuse()
}

/** The media ranges of an Accept header: best quality first, of equal ones the most specific. */
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

function matchType(
  type: string,
  brand: string,
): { sandbox: boolean; version: string | undefined } | undefined {
  if (type === '*/*' || type === 'application/*' || type === 'application/json') {
    return { sandbox: false, version: undefined }
  }
  const vendor = `application/vnd.${brand}`
  if (!type.startsWith(vendor) || !type.endsWith('+json')) return undefined
  const middle = type.slice(vendor.length, -'+json'.length)
  const form = /^(\.sandbox)?(?:\.(v[0-9]{1,3}))?$/.exec(middle)
  if (form === null) return undefined
  return { sandbox: form[1] !== undefined, version: form[2] }
}
