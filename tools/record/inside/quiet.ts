/**
 * Detects whether the process waits for anything except timers and its clients: threads, files,
 * name look-ups, compression, and receivers of messages. Messages leave one at a time, when
 * everything else is quiet, in an order of its own.
 */
import diagnostics from 'node:diagnostics_channel'
import http, { type ClientRequest, type ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
import zlib from 'node:zlib'

/** Requests that wait for others, which are not work in progress. */
const RESTING = /^(TCPSocketWrap|TCPServerWrap|PipeWrap|PipeServerWrap|MessagePort|Timeout)$/
const RESTING_TOO = /^(Immediate|TTYWrap|SignalWrap|UDPWRAP|FSEventWrap|StatWatcher)$/
const STILL_TURNS = 8
/** A margin in real time: work of the system's threads is invisible at times. */
const STILL_MS = 3
/** Compression runs on the system's threads and is invisible. */
const PACKING = ['gzip', 'gunzip', 'deflate', 'inflate', 'brotliCompress', 'brotliDecompress']
const WAIT_MS = 1

const real = { setTimeout, setImmediate }
let working = 0
let sending = 0
const answering = new Set<ServerResponse>()
const held: { readonly name: string; send(): void }[] = []

export const isAnswering = (): boolean => answering.size > 0

function isBusy(): boolean {
  if (working > 0 || sending > 0) return true
  return process
    .getActiveResourcesInfo()
    .some((name) => !RESTING.test(name) && !RESTING_TOO.test(name))
}

/** Resolves when nothing is in progress; requests to the service may be, if they wait as well. */
export async function quiet({ answered }: { answered: boolean }): Promise<void> {
  for (let still = 0; still < STILL_TURNS; ) {
    await new Promise((resolve) => void real.setImmediate(resolve))
    if (isBusy() || (answered && isAnswering() && held.length === 0)) {
      still = 0
      await new Promise((resolve) => void real.setTimeout(resolve, WAIT_MS))
      continue
    }
    still++
    if (still === STILL_TURNS / 2) {
      await new Promise((resolve) => void real.setTimeout(resolve, STILL_MS))
    }
    if (still < STILL_TURNS || held.length === 0) continue
    held.sort((one, other) => (one.name < other.name ? -1 : 1))
    held.shift()?.send()
    still = 0
  }
}

export function watchWork(): void {
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse }
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  watchThreads()
  watchPacking()
  holdSending()
  syncBuiltinESMExports()
}

/**
 * A thread sends one message when it is ready, and then answers each message with one of its own.
 */
function watchThreads(): void {
  threads.Worker = class extends threads.Worker {
    #pending = 1
    constructor(file: string | URL, options?: threads.WorkerOptions) {
      super(file, options)
      working++
      this.on('message', () => this.#settle(Math.min(this.#pending, 1)))
      this.once('exit', () => this.#settle(this.#pending))
    }

    override postMessage(...given: Parameters<threads.Worker['postMessage']>): void {
      this.#pending++
      working++
      super.postMessage(...given)
    }

    #settle(count: number): void {
      this.#pending -= count
      working -= count
    }
  }
}

type Packing = (...given: unknown[]) => void

function watchPacking(): void {
  const functions = zlib as unknown as Record<string, Packing>
  for (const name of PACKING) {
    const pack = functions[name] as Packing
    functions[name] = (...given) => {
      const done = given.at(-1) as Packing
      working++
      const counted: Packing = (...outcome) => {
        working--
        done(...outcome)
      }
      pack(...given.slice(0, -1), counted)
    }
  }
}

function holdSending(): void {
  const { end } = http.ClientRequest.prototype
  http.ClientRequest.prototype.end = function (this: ClientRequest, ...given: unknown[]) {
    const send = () => {
      sending++
      this.once('close', () => sending--)
      ;(end as Packing).apply(this, given)
    }
    held.push({ name: `${this.path} ${JSON.stringify(this.getHeaders())} ${given[0]}`, send })
    return this
  } as typeof end
}
