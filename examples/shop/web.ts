/** The little of a web framework that the shop needs, with the safety that every shop needs. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isIP } from 'node:net'

export type Reply = {
  readonly status: number
  readonly type: string
  readonly body: string | Buffer
}

export type Request = {
  readonly method: string
  readonly url: URL
  readonly incoming: IncomingMessage
  /** What the parentheses of the route's path have caught. */
  readonly caught: readonly string[]
}

export type Route = readonly [
  method: 'GET' | 'POST',
  path: RegExp,
  handle: (request: Request) => Reply | Promise<Reply>,
]

type Web = {
  readonly routes: readonly Route[]
  /** Of the service, which the pages load the script from and show in a frame. */
  readonly financingOrigin: string
  /** The name under which the shop is known, beside addresses of machines. */
  readonly hostname: () => string
  notFound(request: Request): Reply
  failed(request: Request, error: unknown): Reply
}

const BODY_BYTES_MAX = 1_048_576

export const json = (status: number, value: object): Reply => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
})

export function createWeb(web: Web): Server {
  const headers = safetyHeaders(web.financingOrigin)
  return createServer({ requestTimeout: 20_000 }, async (incoming, response) => {
    const { status, type, body } = await answer(web, incoming)
    response.writeHead(status, { ...headers, 'content-type': type })
    response.end(incoming.method === 'HEAD' ? undefined : body)
  })
}

/** The service needs no more than this: its script, its frame, its questions. */
function safetyHeaders(financing: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${financing}`,
    `frame-src ${financing}`,
    `connect-src 'self' ${financing}`,
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-store',
  }
}

async function answer(web: Web, incoming: IncomingMessage): Promise<Reply> {
  const method = incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? '')
  const origin = `http://${incoming.headers.host}`
  const url = URL.parse(incoming.url?.startsWith('/') ? origin + incoming.url : '')
  if (url === null || !isOurs(url.hostname, web.hostname())) {
    return json(421, { error: 'this is not the shop that you ask for' })
  }
  for (const [routeMethod, path, handle] of web.routes) {
    const match = routeMethod === method ? path.exec(url.pathname) : null
    if (match === null) continue
    const request = { method, url, incoming, caught: match.slice(1) }
    try {
      return await handle(request)
    } catch (error) {
      if (error instanceof TooLong) return json(413, { error: 'more than 1 MiB' })
      // A client that went away gets no answer, and it is not worth a line in the log.
      if (incoming.errored !== null) return json(400, { error: 'the body broke off' })
      return web.failed(request, error)
    }
  }
  return web.notFound({ method, url, incoming, caught: [] })
}

/** A foreign name that leads here would make a foreign page one of ours. */
function isOurs(hostname: string, ours: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) !== 0 || hostname === 'localhost' || hostname === ours
}

class TooLong extends Error {}

/** The bytes as they came. A parser in between would make another body of them. */
export async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  if (Number(incoming.headers['content-length']) > BODY_BYTES_MAX) throw new TooLong()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) throw new TooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * What one of our own pages sends; undefined where it is somebody else's: no other page can send
 * JSON with our origin.
 */
export async function ownPageBody({ incoming, url }: Request): Promise<object | undefined> {
  const { origin = '', 'content-type': type = '' } = incoming.headers
  if (URL.parse(origin)?.host !== url.host || !type.startsWith('application/json')) return undefined
  try {
    const value = JSON.parse((await bodyOf(incoming)).toString())
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
