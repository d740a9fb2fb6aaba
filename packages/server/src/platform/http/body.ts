import type { IncomingMessage } from 'node:http'
import type { TSchema } from 'typebox'
import { Refused } from '../refusal.ts'
import { compile, type SchemaRules } from './checker.ts'
import { JsonFault, parseJson } from './json.ts'
import { isJsonType } from './negotiate.ts'

const MERGE_PATCH = 'application/merge-patch+json'
/** RFC 9110 §8.3.1, as far as its parameters. */
const MEDIA_TYPE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/
/** Of another's server, where a standard wants it; a route names it as what it takes. */
export const FORM = 'application/x-www-form-urlencoded'
const NO_BODY = Buffer.alloc(0)

type Sent = Pick<IncomingMessage, 'headers' | 'method'>

/**
 * All bytes of a body once it has arrived. Refuses with 415 a Content-Type that is not a media
 * type, with 413 a body that is too large, and with 400 one that breaks off. Unused bytes are read
 * and discarded, so that the connection can be reused.
 */
export async function receiveBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const { headers } = request
  const type = headers['content-type']
  if (type !== undefined && !MEDIA_TYPE.test(type)) throw new Refused('media_type_unsupported')
  const announced = Number(headers['content-length'] ?? 0)
  if (announced === 0 && headers['transfer-encoding'] === undefined) return NO_BODY
  const tooLarge = () => new Refused('body_too_large', { values: { limit: bytesMax } })
  if (announced > bytesMax) throw tooLarge()
  if (request.destroyed) throw brokenOff()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  request
    .on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= bytesMax) return void chunks.push(chunk)
      chunks.length = 0
      reject(tooLarge())
    })
    .once('end', () => resolve(Buffer.concat(chunks)))
    .once('error', () => reject(brokenOff()))
  return promise
}

function brokenOff(): Refused {
  const reason = 'its body does not arrive as announced'
  return new Refused('request_malformed', { values: { reason } })
}

type BodyRules = {
  readonly optional: boolean
  readonly brand: string
  /** Another media type for JSON. */
  readonly takes?: string | undefined
}

/**
 * The parsed body. Content-Type is checked first (415), then the strict tokenizer runs (400); an
 * absent body is `{}` if it is optional, otherwise 400.
 */
export function readBody(
  request: Sent,
  bytes: Buffer,
  { optional, brand, takes }: BodyRules,
): unknown {
  if (bytes.length === 0) {
    if (optional) return {}
    throw new Refused('body_malformed', { fields: { body: ['is required: send one JSON value'] } })
  }
  const type = checkContentType(request, { brand, takes })
  // Nothing is unpacked: what looks small could be endless.
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new Refused('media_type_unsupported')
  if (type === FORM) return formIn(bytes)
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    throw new Refused('body_malformed', { fields: { [error.path || 'body']: [error.message] } })
  }
}

/** Each member once, as in JSON. */
function formIn(bytes: Buffer): Readonly<Record<string, string>> {
  const members = [...new URLSearchParams(bytes.toString())]
  const form = Object.fromEntries(members)
  if (Object.keys(form).length === members.length) return form
  throw new Refused('body_malformed', { fields: { body: ['must not repeat a member'] } })
}

type Types = Pick<BodyRules, 'brand' | 'takes'>

function checkContentType({ headers, method }: Sent, { brand, takes }: Types): string {
  const header = headers['content-type'] ?? ''
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const isOther = type === takes || (method === 'PATCH' && type === MERGE_PATCH)
  const served = isOther || isJsonType(type, brand)
  if (!served || !utf8) throw new Refused('media_type_unsupported')
  return type
}

/** Conditions that a schema cannot express, such as the order of two fields. */
type Further = (body: unknown) => Readonly<Record<string, readonly string[]>>

export type Checker = (
  body: unknown,
  further?: Further,
) => { readonly body: unknown; readonly cut: readonly string[] }

/**
 * Checks a body against its schema and further conditions, with all faults together; `cut` names
 * the changed fields.
 */
export function checkerOf(schema: TSchema, rules: SchemaRules): Checker {
  const check = compile(schema, rules)
  return (body, further = () => ({})) => {
    const checked = check(body)
    const sound = checked.fields === undefined ? checked.value : checked.sound
    const fields: Record<string, string[]> = { ...checked.fields }
    for (const [path, sentences] of Object.entries(further(sound ?? {}))) {
      // A member may have the name of something that every object inherits.
      const before = Object.hasOwn(fields, path) ? (fields[path] ?? []) : []
      fields[path] = [...before, ...sentences]
    }
    if (checked.fields !== undefined || Object.keys(fields).length > 0) {
      throw new Refused('body_invalid', { fields })
    }
    return { body: checked.value, cut: checked.altered }
  }
}
