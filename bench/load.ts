/**
 * The stores' side of the load, in a process of its own: so many connections, each with one request
 * under way all the time. It speaks HTTP/1.1 over bare sockets, because what the client costs is
 * taken from the server on the same machine.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { forked, type Measured, ratesOf } from './forked.ts'

export type Job = {
  readonly baseUrl: string
  /** Whole requests, sent in any order; `{key}` in one is replaced by a new text each time. */
  readonly requests: readonly string[]
  /** The expected text of every answer. */
  readonly status: number
  /** Whether 429 is not an error: it is counted separately. */
  readonly busy?: boolean
  readonly clients: number
  /**
   * The rate of a client. Absent: as soon as it has its answer, which counts the fast moments of a
   * server more often than the slow ones.
   */
  readonly everyMs?: number
  readonly warmupMs: number
  readonly measuredMs: number
}

/** The number of bytes of the first whole answer in the text; 0 while it is incomplete. */
export function wholeAnswer(text: string): number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1]
  if (length === undefined) throw new Error(`an answer without length: ${text.slice(0, end)}`)
  const bytes = end + 4 + Number(length)
  return text.length >= bytes ? bytes : 0
}

async function run(job: Job): Promise<Measured> {
  const requests = job.requests.map((text) => (text.includes('{key}') ? text : Buffer.from(text)))
  const run = randomUUID()
  let keys = 0
  const keyed = (text: string) => text.replace('{key}', `${run}-${keys++}`)
  const expected = `HTTP/1.1 ${job.status} `
  const { hostname, port } = new URL(job.baseUrl)
  const latencies: number[] = []
  let ok = 0
  let refused = 0
  let errors = 0
  let firstError: string | undefined
  const from = performance.now() + job.warmupMs
  const until = from + job.measuredMs

  const client = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let text = ''
      let sent = 0
      const next = () => {
        sent = performance.now()
        if (sent >= until) return void socket.end(resolve)
        const request = requests[Math.floor(Math.random() * requests.length)] ?? ''
        socket.write(typeof request === 'string' ? keyed(request) : request)
      }
      socket.setNoDelay(true).setEncoding('latin1')
      socket.once('connect', next).once('error', reject)
      socket.on('data', (chunk: string) => {
        text += chunk
        if (wholeAnswer(text) === 0) return
        const now = performance.now()
        if (text.startsWith(expected)) {
          ok++
          if (now >= from && now < until) latencies.push(now - sent)
        } else if (job.busy === true && text.startsWith('HTTP/1.1 429 ')) {
          refused++
        } else {
          errors++
          firstError ??= text
        }
        text = ''
        const waitMs = Math.max(0, sent + (job.everyMs ?? 0) - now)
        if (waitMs === 0) next()
        else setTimeout(next, waitMs)
      })
    })

  const sockets = Array.from({ length: job.clients }, () => connect(Number(port), hostname))
  await Promise.all(sockets.map(client))
  return { ...ratesOf(latencies, job.measuredMs), ok, refused, errors, firstError }
}

export const load = forked(import.meta.filename, run)
