import type { PolicyReport } from '@svc/api'

/** The logged part of a report: nothing that was shown, typed or searched for. */
type Noted = {
  /** Which rule of the policy, such as `img-src`. */
  readonly directive: string
  /** `inline`, `eval`, a scheme, or the origin it would have come from. */
  readonly blocked: string
  /** The screen of the desk, without ids: `/desk/orders/:id`. */
  readonly screen: string
  /** The file of the desk that did it, or the origin of another one. */
  readonly source: string
  readonly line: number
  readonly column: number
}

const WORD = /^[a-z-]{1,40}$/
const SCREEN = /^[a-z]{1,20}$/
const FILE = /^[\w-]{1,80}\.(?:js|css)$/
const ORIGIN_CHARACTERS_MAX = 100
const PARTS_MAX = 6
/** The keywords that replace an address (CSP 3, 2.4.2; Trusted Types). */
const KEYWORDS = new Set([
  ...['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink'],
])
const NOTHING = ''

/** A report can contain anything: of each member only a known form is accepted. */
export function readPolicyReport(report: PolicyReport): Noted {
  const directive = report['effective-directive'] ?? report['violated-directive'] ?? NOTHING
  const [name = NOTHING] = directive.split(' ', 1)
  return {
    directive: WORD.test(name) ? name : NOTHING,
    blocked: placeOf(report['blocked-uri']),
    screen: screenOf(report['document-uri']),
    source: fileOf(report['source-file']),
    line: report['line-number'] ?? 0,
    column: report['column-number'] ?? 0,
  }
}

/** Only the origin of an address. */
function placeOf(text = NOTHING): string {
  if (KEYWORDS.has(text)) return text
  const url = URL.parse(text)
  if (url === null) return NOTHING
  // Without a host, as in `data:`, the rest is its content.
  const place = url.origin === 'null' ? url.protocol : url.origin
  return place.slice(0, ORIGIN_CHARACTERS_MAX)
}

function fileOf(text = NOTHING): string {
  const name = URL.parse(text)?.pathname.split('/').at(-1) ?? NOTHING
  return text.includes('/desk/assets/') && FILE.test(name) ? name : placeOf(text)
}

function screenOf(text = NOTHING): string {
  const path = URL.parse(text)?.pathname.split('/') ?? []
  const from = path.indexOf('desk')
  if (from < 0) return NOTHING
  const parts = path.slice(from + 1, from + PARTS_MAX)
  return ['/desk', ...parts.map((part) => (SCREEN.test(part) ? part : ':id'))].join('/')
}
