/** Two processes of the service on one PostgreSQL server. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Demo, readyDemo } from './ready-demo.ts'
import { type Environment, type RunningServer, runProgram } from './running-server.ts'

export type SecondServer = { readonly demo: Demo; remove(): Promise<void> }

/**
 * Another process on the same PostgreSQL server, with a folder of its own; `SECRET_KEY` must be
 * that of the first.
 */
export async function startSecond(
  { place: { databaseUrl } }: RunningServer,
  environment: Environment,
): Promise<SecondServer> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-second-'))
  const place = { databaseUrl, folder, remove: async () => {} }
  const child = runProgram('main.ts', { place, environment })
  const remove = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { demo: await readyDemo(child, place), remove }
  } catch (error) {
    await remove()
    throw error
  }
}
