/** A database that `growth --keep` has loaded, for the benchmarks that measure it. */
import { readFileSync } from 'node:fs'
import { lifeStores } from '../../packages/server/src/composition/demo/life/cast.ts'
import type { TestPlace } from '../../test/fixtures/test-database.ts'
import { type Environment, type RunningServer, startServer } from '../../test/running-server.ts'
import { connect } from '../orders.ts'

export type Loaded = {
  readonly orders: number
  readonly lean: boolean
  readonly loadSeconds: number
  readonly place: Pick<TestPlace, 'databaseUrl' | 'folder'>
  /** Of an order of the largest store that is captured and repaid in instalments. */
  readonly mid: string
}

/** As the file has it. */
export const readLoaded = (file: string): Loaded => JSON.parse(readFileSync(file, 'utf8'))

/** The service on it; removing the server leaves the database there. */
export const serverOn = (
  { place }: Loaded,
  environment: Environment = {},
): Promise<RunningServer> =>
  startServer(environment, Promise.resolve({ ...place, remove: async () => {} }))

/** Whether the stores of the demo's life are there, and have arrived in the present. */
export async function hasLived({ place }: Loaded): Promise<boolean> {
  const admin = await connect(place.databaseUrl ?? '')
  const { rows } = await admin.query(
    'SELECT count(*) AS count FROM test_clocks WHERE runs_since IS NOT NULL',
  )
  await admin.end()
  return Number(rows[0].count) === lifeStores.length
}

/** The process of the database server. */
export async function serverPid({ place }: Loaded): Promise<number> {
  const admin = await connect(place.databaseUrl ?? '')
  const { rows } = await admin.query("SELECT pg_read_file('postmaster.pid') AS text")
  await admin.end()
  return Number.parseInt(rows[0].text, 10)
}
