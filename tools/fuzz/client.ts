/** One connection at a time, in bytes: exactly the input is sent. */
import { connect, type Socket } from 'node:net'

export type Answer = {
  /** Of every answer, in order; none if the connection was closed instead. */
  readonly statuses: readonly number[]
  readonly text: string
  readonly ms: number
}

/** The time limit of an answer. */
const ANSWER_MS_MAX = 60_000
const STATUS = /HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?=[A-Za-z-]+:|\r\n)/g

export type Client = {
  /** An input whose end is determined by its bytes: the connection can be reused. */
  ask(bytes: Buffer, head: boolean): Promise<Answer>
  /** Any bytes on a connection of their own, which ends after them. */
  throwAt(bytes: Buffer): Promise<Answer>
  close(): void
}

export class Unanswered extends Error {}

export function createClient(port: number): Client {
  let idle: Socket | undefined

  function open(): Socket {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.setNoDelay(true)
    return socket
  }

  /** Reads until the answer is complete or the connection closes. */
  function exchange(
    socket: Socket,
    bytes: Buffer,
    { head, ends }: { head: boolean; ends: boolean },
  ) {
    return new Promise<Answer>((resolve, reject) => {
      const began = performance.now()
      const chunks: Buffer[] = []
      const finish = (whole: Buffer) => {
        clearTimeout(timer)
        socket.removeAllListeners()
        socket.on('error', () => {})
        const text = whole.toString('latin1')
        const statuses = [...text.matchAll(STATUS)].map(([, status]) => Number(status))
        resolve({ statuses, text, ms: performance.now() - began })
      }
      const timer = setTimeout(() => {
        socket.destroy()
        reject(new Unanswered(`no answer in ${ANSWER_MS_MAX / 1_000} s`))
      }, ANSWER_MS_MAX)
      socket.on('data', (chunk) => {
        chunks.push(chunk)
        if (ends) return
        const whole = Buffer.concat(chunks)
        if (isWhole(whole, head)) finish(whole)
      })
      socket.once('error', () => socket.destroy())
      socket.once('end', () => socket.end())
      socket.once('close', () => finish(Buffer.concat(chunks)))
      if (ends) socket.end(bytes)
      else socket.write(bytes)
    })
  }

  return {
    async ask(bytes, head) {
      const again = idle !== undefined && !idle.destroyed && idle.writable
      const socket = again ? (idle as Socket) : open()
      idle = socket
      const answer = await exchange(socket, bytes, { head, ends: false })
      if (socket.destroyed || /^connection: close\r$/im.test(answer.text)) {
        socket.destroy()
        idle = undefined
      }
      // The server may have closed it at the very moment of its reuse.
      return again && answer.text === '' ? this.ask(bytes, head) : answer
    },
    async throwAt(bytes) {
      const socket = open()
      const answer = await exchange(socket, bytes, { head: false, ends: true })
      socket.destroy()
      return answer
    },
    close: () => idle?.destroy(),
  }
}

function isWhole(bytes: Buffer, head: boolean): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const fields = bytes.toString('latin1', 0, end)
  if (head || /^HTTP\/1\.1 (204|304)/.test(fields)) return true
  if (/^transfer-encoding: chunked$/im.test(fields)) return hasLastChunk(bytes, end + 4)
  const length = Number(/^content-length: (\d+)$/im.exec(fields)?.[1] ?? Number.NaN)
  return bytes.length >= end + 4 + length
}

/** Chunk by chunk: data may look like the last one. */
function hasLastChunk(bytes: Buffer, start: number): boolean {
  let at = start
  for (;;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return false
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (size === 0) return bytes.length >= line + 4
    at = line + 2 + size + 2
  }
}
