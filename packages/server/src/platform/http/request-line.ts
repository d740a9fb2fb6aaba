/** The parser knows a list of methods; of any other it only returns the bytes. */

type UnknownMethod = {
  readonly method: string
  readonly url: string
  readonly accept: string | undefined
}

/** The parser's report of a fault. */
export type Packet = {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: unknown
  readonly bytesParsed?: number
}

/** RFC 9110 §5.6.2, with a realistic length of a method. */
const LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) (\/[!-~]*|https?:\/\/[!-~]+) HTTP\/1\.[01]\r?\n/i
const TOKEN_CHARACTER = /[!#$%&'*+.^_`|~0-9A-Za-z-]/
const METHOD_LENGTH_MAX = 64
const HEAD_LENGTH_MAX = 16_384
const ACCEPT = /^accept:(.*)$/gim

/** The first line of a request whose method the parser rejected, if that is its only fault. */
export function readUnknownMethod(packet: Packet): UnknownMethod | undefined {
  const { code, reason = '', rawPacket, bytesParsed = 0 } = packet
  const refusesMethod =
    code === 'HPE_INVALID_METHOD' ||
    (code === 'HPE_INVALID_CONSTANT' && reason.startsWith('Invalid method'))
  if (!refusesMethod || !Buffer.isBuffer(rawPacket)) return undefined
  const start = code === 'HPE_INVALID_METHOD' ? startOfToken(rawPacket, bytesParsed) : 0
  const head = rawPacket.toString('latin1', start, start + HEAD_LENGTH_MAX)
  const [line, method = '', url = ''] = LINE.exec(head) ?? []
  if (line === undefined) return undefined
  const end = head.indexOf('\r\n\r\n')
  const fields = end < 0 ? '' : head.slice(line.length, end)
  const accept = [...fields.matchAll(ACCEPT)].map(([, value = '']) => value.trim())
  return { method, url, accept: accept.length === 0 ? undefined : accept.join(', ') }
}

/** The parser stops within the method; anything before it belongs to another request. */
function startOfToken(packet: Buffer, stop: number): number {
  const isToken = (index: number) =>
    index >= 0 && TOKEN_CHARACTER.test(String.fromCharCode(packet[index] ?? 0))
  let start = stop
  while (stop - start < METHOD_LENGTH_MAX && isToken(start - 1)) start--
  return start
}
