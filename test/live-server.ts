/** Live mode: the data of a demo, served on by a process that is none. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Environment, type RunningServer, runProgram } from './running-server.ts'

export const LIVE = 'application/vnd.svc.v1+json'

export type LiveServer = Pick<RunningServer, 'demo'> & { stop(): Promise<void> }

/** Stops the demo and serves its data; the environment has to name its `SECRET_KEY`. */
export async function goLive(server: RunningServer, environment: Environment): Promise<LiveServer> {
  const { demo, place } = server
  await server.stop()
  const child = runProgram('main.ts', { place, environment: { ...environment, DEMO: 'false' } })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const address = (): string => /listening on (\S+)/.exec(said)?.[1] ?? ''
  while (address() === '' && child.exitCode === null) await pause(25)
  return {
    demo: { ...demo, base_url: address() },
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
