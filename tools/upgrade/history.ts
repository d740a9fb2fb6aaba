/** What a store did before the upgrade: many confirmed orders, as the release itself makes them. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { queryServer } from '../../test/postgres-faults.ts'
import { createRandom } from '../simulate/random.ts'
import { createCaller } from '../torture/caller.ts'
import type { Shop } from '../torture/shop.ts'
import { createStock } from '../torture/stock.ts'
import type { Tally } from '../torture/tally.ts'
import type { Processes } from './processes.ts'

const PLACED_MS_MAX = 900_000
const LOOK_MS = 1_000

type History = {
  readonly release: string
  readonly databaseUrl: string
  readonly processes: Processes
  readonly shop: Shop
  readonly seed: number
  readonly tally: Tally
  readonly orders: number
  /** The store that has them. */
  readonly store: number
}

/**
 * One goes all the way, and the release's own benchmark copies its rows, with their hashes; then
 * all their events are given their places.
 */
export async function makeHistory(history: History): Promise<void> {
  const { release, databaseUrl, processes, shop, seed, tally, orders, store } = history
  const random = createRandom(seed, 3)
  const places = () => [processes.together().place()].flatMap((place) => place ?? [])
  const caller = createCaller({ places, store, random, tally, msMax: PLACED_MS_MAX })
  const name = `history-${seed}`
  const template = await createStock({ caller, shop, random, tally, name }).addOrder()
  if (template === undefined) throw new Error('there is no order to copy')
  const file = pathToFileURL(join(release, 'bench/orders.ts')).href
  const script = `const { connect, copyOrders } = await import(${JSON.stringify(file)})
    const [url, template, count] = process.argv.slice(1)
    const client = await connect(url)
    await copyOrders(client, template, Number(count))
    await client.end()`
  const given = ['--input-type=module', '-e', script, databaseUrl, template, String(orders)]
  // Nobody seals meanwhile what the copies' moments belong to.
  await processes.stopAll()
  await promisify(execFile)(process.execPath, given, { cwd: release })
  await processes.replaceAll(release)
  const waiting = 'SELECT count(*)::int AS count FROM events WHERE position IS NULL'
  for (const limit = Date.now() + PLACED_MS_MAX; ; await pause(LOOK_MS)) {
    const [row] = await queryServer(databaseUrl, waiting)
    if (row?.count === 0) return
    if (Date.now() > limit) throw new Error(`${row?.count} events have no place`)
  }
}
