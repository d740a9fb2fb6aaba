/** The end of the process: it announces it, serves on for a while, finishes work in progress. */
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { errorDetails } from '../platform/error-details.ts'
import { exitCodes } from '../platform/exit-codes.ts'
import type { Readiness } from './readiness/readiness.ts'

export const FINISH_MS_MAX = 10_000
/** One Ctrl+C comes twice: from the terminal, and from the process that started us. */
const SAME_SIGNAL_MS = 250

type Stopping = {
  readonly readiness: Readiness
  /** So long requests are served on while `/readyz` sends them elsewhere. */
  readonly drainMs: number
  /** Finishes work in progress and closes everything. */
  readonly close: () => Promise<void>
  /** The last step, in whatever state the rest is. */
  readonly leave: () => void
  readonly print: (line: string) => void
  readonly log: { error(details: object, message: string): void }
}

export function stopOnSignal(stopping: Stopping): void {
  const { readiness, drainMs, close, leave, print, log } = stopping
  let begunAt: number | undefined

  function end(code: number): never {
    leave()
    process.exit(code)
  }

  async function stop(reason: string, code: number, patienceMs: number): Promise<void> {
    if (begunAt !== undefined) return
    begunAt = performance.now()
    if (patienceMs > 0 && readiness.refusal() === undefined) {
      readiness.enter('draining')
      print(`${reason}: serving on for ${patienceMs / 1_000} s`)
      await pause(patienceMs)
    }
    readiness.enter('stopping')
    print(`${reason}: finishing work in progress`)
    await Promise.race([close(), pause(FINISH_MS_MAX)]).catch((error: unknown) => {
      log.error(errorDetails(error), 'a resource could not be closed')
    })
    end(code)
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (begunAt === undefined) void stop(signal, exitCodes.stopped, drainMs)
      else if (performance.now() - begunAt > SAME_SIGNAL_MS) {
        print(`${signal} again: ending immediately`)
        end(128 + constants.signals[signal])
      }
    })
  }
  // An unhandled error may have left anything half done: the next process starts afresh.
  process.on('uncaughtException', (error) => {
    log.error(errorDetails(error), 'unhandled error: stopping')
    void stop('a fault of ours', exitCodes.failed, 0)
  })
  // The process that started us was killed: an orphan would hold the data folder without anybody
  // knowing.
  process.on('disconnect', () => void stop('the starter is gone', exitCodes.stopped, 0))
  process.channel?.unref()
}
