/** One request on a connection of its own, with exactly these headers. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { HOST } from './service.ts'

export type Ask = {
  readonly method: string
  /** Path and query, as they are sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type Header = readonly [name: string, value: string]

export type Answer = {
  readonly status: number
  /** In the order of arrival, without those of the connection. */
  readonly headers: readonly Header[]
  readonly bytes: Buffer
}

/** Headers of the connection and of the time, not of the answer. */
const LEFT_OUT = /^(date|connection|keep-alive)$/i
/** A request that waits for time to pass is not answered before. */
const WAITING_MS = 150
const ANSWER_MS_MAX = 120_000

/** `pass` is called while there is no answer, to let time pass. */
export async function send(
  port: number,
  { method, path, headers, body }: Ask,
  pass: () => Promise<unknown>,
): Promise<Answer> {
  const sent = request({
    ...{ host: '127.0.0.1', port, method, path, agent: false },
    headers: {
      host: HOST,
      ...headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    },
  })
  let passing: Promise<unknown> | undefined
  const timer = setTimeout(() => {
    passing = pass()
  }, WAITING_MS)
  try {
    sent.end(body)
    const signal = AbortSignal.timeout(ANSWER_MS_MAX)
    const [response] = (await once(sent, 'response', { signal })) as [IncomingMessage]
    const bytes = await buffer(response)
    return { status: response.statusCode ?? 0, headers: headersOf(response.rawHeaders), bytes }
  } catch (error) {
    throw new Error(`${method} ${path} got no answer: ${(error as Error).message}`)
  } finally {
    clearTimeout(timer)
    sent.destroy()
    await passing
  }
}

/** From alternating names and values, as Node provides them. */
export function headersOf(raw: readonly string[]): Header[] {
  return raw.flatMap((name, index): Header[] =>
    index % 2 === 1 || LEFT_OUT.test(name) ? [] : [[name, raw[index + 1] ?? '']],
  )
}
