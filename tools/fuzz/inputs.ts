/** The inputs of a seed: each depends only on the seed and its own number. */
import type { Route } from '../../packages/server/src/tenancy/caller/route.ts'
import { createRandom, type Random } from '../simulate/random.ts'
import { mutate, writeTree } from './mutations.ts'
import { type Fixtures, type FuzzRequest, requestFor } from './requests.ts'

export type Input = {
  readonly route: Route
  readonly bytes: Buffer
  /** Its end is determined by its bytes, so that others may follow on the same connection. */
  readonly framed: boolean
  readonly head: boolean
}

/** One in this many inputs is a valid request without changes. */
const VALID_SHARE = 0.04
const BYTES_SHARE = 0.12

export function inputOf(
  routes: readonly Route[],
  { seed, number, fixtures }: { seed: number; number: number; fixtures: Fixtures },
): Input {
  const random = createRandom(seed, number)
  const route = random.pick(routes)
  const request = requestFor(route, random.pick)
  const valid = random.chance(VALID_SHARE)
  if (!valid) mutate(request, random, route)
  const placed = { ...fixtures, new: `fuzz-${String(number).padStart(9, '0')}` }
  const whole = bytesOf(request, placed)
  const head = request.method === 'HEAD'
  if (valid || !random.chance(BYTES_SHARE)) {
    return { route, bytes: whole, framed: isFramed(request), head }
  }
  return { route, bytes: changedBytes(whole, random), framed: false, head }
}

/** Framing that our own client can parse: one request, one answer. */
function isFramed({ method, headers, path }: FuzzRequest): boolean {
  const strange = /^(content-length|transfer-encoding|expect|connection|upgrade|host)$/i
  const own = headers.filter(([name]) => strange.test(name))
  const plain = own.length === 1 && own[0]?.[1] === 'localhost'
  const known = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|PROPFIND)$/.test(method)
  const clean = headers.every(([name, value]) => /^[\x20-\x7e]*$/.test(name + value))
  return plain && known && clean && /^\/[!-~]*$/.test(path)
}

function bytesOf(request: FuzzRequest, fixtures: Fixtures): Buffer {
  const put = (text: string) =>
    text.replace(/\{([a-z]+)\}/g, (whole, name: string) => fixtures[name] ?? whole)
  const body = request.body === undefined ? undefined : Buffer.from(put(writeTree(request.body)))
  const query = request.query.map((pair) => pair.map(encoded).join('=')).join('&')
  const target = put(request.path) + (query === '' ? '' : `?${put(query)}`)
  const headers = request.headers.map(([name, value]) => `${name}: ${put(value)}`)
  const counted = request.headers.some(([name]) => /^(content-length|transfer-enc)/i.test(name))
  if (body !== undefined && !counted) headers.push(`Content-Length: ${body.length}`)
  const head = `${[`${request.method} ${target} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

/** Placeholders stay as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%7B([a-z]+)%7D/g, '{$1}')

function changedBytes(bytes: Buffer, random: Random): Buffer {
  let changed = bytes
  for (let time = random.between(1, 4); time > 0; time--) {
    const at = random.between(0, Math.max(0, changed.length - 1))
    const before = changed.subarray(0, at)
    const after = changed.subarray(at)
    const kind = random.weighted({ flip: 5, cut: 2, put: 4, drop: 3, again: 2, line: 3 })
    if (kind === 'flip') {
      changed = Buffer.from(changed)
      changed[at] = random.between(0, 255)
    } else if (kind === 'cut') changed = before
    else if (kind === 'put') changed = Buffer.concat([before, anyBytes(random), after])
    else if (kind === 'drop')
      changed = Buffer.concat([before, after.subarray(random.between(1, 9))])
    else if (kind === 'again') changed = Buffer.concat([changed, after])
    else changed = Buffer.concat([before, Buffer.from('\r\n'), after])
  }
  return changed
}

const anyBytes = (random: Random): Buffer =>
  Buffer.from(Array.from({ length: random.between(1, 12) }, () => random.between(0, 255)))
