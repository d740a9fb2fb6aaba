/** Records the service of this tree: requests, their answers, and its messages. */
import { send } from './client.ts'
import { createExchanges, type Exchanges } from './exchanges.ts'
import type { Exchange, Line } from './journal.ts'
import { live, tour } from './lives.ts'
import { openReceiver } from './receiver.ts'
import { createRecorder, Enough } from './recorder.ts'
import { type RequestedRoute, routesOf } from './routes.ts'
import { type SteeredService, startService } from './service.ts'
import { createShop, type Shop } from './shop.ts'

type RunOptions = {
  readonly seed: number
  readonly requests: number
  /** Modules loaded into the service, such as one that injects a fault. */
  readonly preloads?: readonly string[]
  readonly progress?: (done: number) => void
}

export type Recording = {
  readonly lines: readonly Line[]
  /** Routes that were never requested. */
  readonly missing: readonly string[]
}

/** The requests of a seed. */
export async function record(options: RunOptions): Promise<Recording> {
  return withService(options, async (exchanges, { routes, shops }) => {
    const recorder = createRecorder(exchanges, options)
    const world = { recorder, shops, routes }
    try {
      await tour(world)
      await live(world)
    } catch (error) {
      if (!(error instanceof Enough)) throw error
    }
    const names = routes.map(({ name }) => name)
    return { lines: exchanges.lines, missing: names.filter((name) => !recorder.isRequested(name)) }
  })
}

/** The same requests as in a recording, with its seed. */
export async function repeat(
  lines: readonly Line[],
  options: RunOptions,
): Promise<readonly Line[]> {
  const recorded = lines.filter((line): line is Exchange => 'number' in line)
  return withService(options, async (exchanges) => {
    for (const { route, request, jumpMs } of recorded) {
      await exchanges.perform(route, request, jumpMs)
    }
    return exchanges.lines
  })
}

type World = { readonly routes: readonly RequestedRoute[]; readonly shops: readonly Shop[] }

async function withService<T>(
  { seed, requests, preloads = [], progress = () => {} }: RunOptions,
  work: (exchanges: Exchanges, world: World) => Promise<T>,
): Promise<T> {
  const receiver = await openReceiver()
  try {
    const service = await startService({ seed, receiverPort: receiver.port, preloads })
    try {
      const world = await worldOf(service)
      const exchanges = createExchanges({ service, receiver, seed, requests, progress })
      await exchanges.begin()
      return await work(exchanges, world)
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${service.said()}`, { cause: error })
    } finally {
      await service.stop()
    }
  } finally {
    receiver.close()
  }
}

/** The same look-up before every run: a key stores its last use. */
async function worldOf({ port, stores }: SteeredService): Promise<World> {
  const get = async (path: string, key = '') => {
    const headers = { accept: 'application/json', authorization: `Bearer ${key}` }
    const { bytes } = await send(port, { method: 'GET', path, headers }, async () => {})
    return JSON.parse(bytes.toString('utf8'))
  }
  const routes = routesOf(await get('/openapi.json'))
  const shops = stores.flatMap((keys) => [createShop(keys, false), createShop(keys, true)])
  for (const { keys, known } of shops) {
    const { results } = await get('/me/api-keys?page_size=100', keys.private_key)
    // A store's first keys are never revoked.
    known.set(
      'firstKey',
      results.map(({ id }: { id: string }) => ({ value: id })),
    )
  }
  return { routes, shops }
}
