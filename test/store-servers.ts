/** The service as it runs for real stores: no demo, stores that an operator created. */
import { once } from 'node:events'
import { testPlace } from './fixtures/test-database.ts'
import type { DemoKeys } from './ready-demo.ts'
import { type Environment, ended, runProgram } from './running-server.ts'
import { until } from './shop.ts'

export type StoreServer = {
  readonly baseUrl: string
  readonly stores: readonly DemoKeys[]
  readonly pid: number
  log(): string
  remove(): Promise<void>
}

const SECRET_KEY = 'a secret key of stores that are real'

/** So many stores on a server of their own. */
export async function startStores(count: number, more: Environment = {}): Promise<StoreServer> {
  const place = await testPlace('migrated')
  const environment = { SECRET_KEY, DEMO: 'no', ...more }
  const stores: DemoKeys[] = []
  for (let number = 1; number <= count; number++) {
    const args = ['stores', 'create', '--name', `Store ${number}`]
    const { code, stdout, stderr } = await ended(runProgram('cli.ts', { place, args, environment }))
    if (code !== 0) throw new Error(`no store: ${stderr}`)
    const { id, ...keys } = JSON.parse(stdout)
    stores.push({ store_id: id, ...keys })
  }
  const child = runProgram('main.ts', { place, environment })
  let log = ''
  child.stderr?.on('data', (chunk) => {
    log += chunk
  })
  child.stdout?.resume()
  const address = () => /listening on (\S+)\n/.exec(log)?.[1] ?? ''
  await until(() => address() !== '' || child.exitCode !== null, 'the server')
  if (child.exitCode !== null) throw new Error(`the server did not start: ${log}`)
  return {
    baseUrl: address(),
    stores,
    pid: child.pid ?? 0,
    log: () => log,
    async remove() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
      await place.remove()
    },
  }
}
