/** A request to an address that the operator set, whose answer is bounded in time and size. */
import { messageOf } from '../narrow.ts'

/** There was no answer, or one that is too large: the fault of the other side. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304])
const SERVER_ERRORS = 500
const TOO_MANY = 429

/**
 * As `fetch`, with the whole answer in memory; follows no redirect. Throws `Unreachable` if there
 * is no answer in time, if it is longer than `maxBytes`, and for 429 and 5xx.
 */
export async function fetchBounded(
  url: string,
  init: RequestInit,
  { timeoutMs, maxBytes }: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status, headers } = response
    if (status >= SERVER_ERRORS || status === TOO_MANY) {
      await response.body?.cancel()
      throw new Unreachable(`answers ${status}`)
    }
    const body = await readUpTo(maxBytes, response)
    return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers })
  } catch (error) {
    if (error instanceof Unreachable) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new Unreachable(messageOf(cause), { cause: error })
  }
}

async function readUpTo(maxBytes: number, { body }: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    // Leaving the loop cancels the rest.
    if (length > maxBytes) throw new Unreachable(`answers more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
