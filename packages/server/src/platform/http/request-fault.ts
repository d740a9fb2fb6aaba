/** Well-formed requests that no server should accept: checked before anything else. */
import type { IncomingMessage } from 'node:http'
import { Refused } from '../refusal.ts'

const ADDRESS = /^https?:\/\/[^/?#\s]/i

export function requestFault(request: IncomingMessage): Refused | undefined {
  const { httpVersion, headers, method, url = '' } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return new Refused('http_version_unsupported')
  const repeated = repeatedHeader(request)
  if (repeated !== undefined) return malformed(`it must have one ${repeated} header`)
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined) {
    if (encoding.trim().toLowerCase() !== 'chunked')
      return new Refused('transfer_encoding_unsupported')
    // HTTP/1.0 has no chunks: an intermediary may read the body differently.
    if (httpVersion === '1.0') return malformed('HTTP/1.0 has no Transfer-Encoding')
  }
  const expected = headers.expect?.trim().toLowerCase() ?? '100-continue'
  if (expected !== '100-continue') return new Refused('expectation_unknown')
  if (method === 'CONNECT' || (url === '*' && method === 'OPTIONS')) return undefined
  if (url.startsWith('/') || ADDRESS.test(url)) return undefined
  return malformed('its target must be a path or an address')
}

const malformed = (reason: string) => new Refused('request_malformed', { values: { reason } })

/**
 * Ways past a proxy in front (RFC 9112 §3.2): HTTP/1.1 has exactly one Host, and these headers
 * never occur twice.
 */
function repeatedHeader({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let [hosts, types, authorizations] = [0, 0, 0]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    // Most names differ by their length alone.
    if (name.length === 4) {
      if (name.toLowerCase() === 'host') hosts++
    } else if (name.length === 12) {
      if (name.toLowerCase() === 'content-type' && ++types > 1) return name
    } else if (name.length === 13) {
      if (name.toLowerCase() === 'authorization' && ++authorizations > 1) return name
    }
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0') ? undefined : 'Host'
}
