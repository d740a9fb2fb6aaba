/** Processes of the service on one database whose clocks run fast, killed and started again. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestPlace } from './fixtures/test-database.ts'
import { type Demo, readyDemo } from './ready-demo.ts'
import { type Environment, runProgram } from './running-server.ts'

export type FastService = {
  readonly demo: () => Demo
  readonly place: TestPlace
  start(): Promise<void>
  kill(): Promise<void>
  /** Ends it as an operator does. */
  stop(): Promise<void>
}

export const SECRET_KEY = 'a secret key of the tests, long enough for all'

/** So many processes: each has a folder of its own, so that there is one where it is embedded. */
export function fastServices(first: TestPlace, count: number, factor: number): FastService[] {
  const environment = {
    SECRET_KEY,
    TEST_CLOCK_BEGIN: String(Date.now()),
    TEST_CLOCK_FACTOR: String(factor),
  }
  return Array.from({ length: count }, (_, index) => {
    if (index === 0) return fastService(first, environment)
    const folder = mkdtempSync(join(tmpdir(), 'svc-fast-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return fastService({ databaseUrl: first.databaseUrl, folder, remove }, environment)
  })
}

function fastService(place: TestPlace, environment: Environment): FastService {
  let child: ChildProcess | undefined
  let demo: Demo | undefined
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal)
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      await once(child, 'exit')
    }
  }
  return {
    place,
    demo() {
      if (demo === undefined) throw new Error('the service has not been started')
      return demo
    },
    async start() {
      child = runProgram('fast-main.ts', { place, environment })
      demo = await readyDemo(child, place)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
