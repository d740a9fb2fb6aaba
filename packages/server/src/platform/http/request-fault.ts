/** What no server should take, though it is well-formed: seen before anything else is. */
import type { IncomingMessage } from 'node:http'
import { Refused } from '../refusal.ts'

/** Where two of them could each be believed by another reader. */
const ONCE = new Set(['authorization', 'content-type'])
const TARGET = /^(?:\/|https?:\/\/[^/?#\s])/i

export function requestFault(request: IncomingMessage): Refused | undefined {
  const { httpVersion, headers, method, url = '' } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return new Refused('http_version_unsupported')
  const repeated = repeatedHeader(request)
  if (repeated !== undefined) return malformed(`it must have one ${repeated} header`)
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined) {
    if (encoding.trim().toLowerCase() !== 'chunked')
      return new Refused('transfer_encoding_unsupported')
    // Who speaks it knows no chunks: somebody on the way may read the body differently.
    if (httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding')
  }
  const expected = headers.expect?.trim().toLowerCase() ?? '100-continue'
  if (expected !== '100-continue') return new Refused('expectation_unknown')
  if (method === 'CONNECT' || (url === '*' && method === 'OPTIONS')) return undefined
  return TARGET.test(url) ? undefined : malformed('its target must be a path or an address')
}

const malformed = (reason: string) => new Refused('request_malformed', { values: { reason } })

/**
 * A way past whoever is in front (RFC 9112 §3.2): HTTP/1.1 has exactly one Host, and these never
 * come twice.
 */
function repeatedHeader({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length !== 4 && name.length !== 12 && name.length !== 13) continue
    const lower = name.toLowerCase()
    if (lower === 'host') hosts++
    if (!ONCE.has(lower)) continue
    if (seen.has(lower)) return name
    seen.add(lower)
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0') ? undefined : 'Host'
}
