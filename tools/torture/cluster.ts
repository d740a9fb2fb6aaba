/** A PostgreSQL server that is treated badly, on a small file system where one can be mounted. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type FaultyPostgres,
  queryServer,
  startFaultyPostgres,
} from '../../test/postgres-faults.ts'
import { mountSmall, type SmallPlace } from './small-place.ts'

const START_MS_MAX = 60_000
/** In bytes: an empty server, its log of 64 MB at most, and what a run of an hour writes. */
const SIZE = 1_500 * 2 ** 20

export type Cluster = Pick<FaultyPostgres, 'server' | 'backends' | 'freeze'> & {
  /** Undefined where no small file system can be mounted. */
  readonly disk: SmallPlace | undefined
  /** Starts it again if it did not survive; waits until it answers. */
  revive(): Promise<void>
  /** One statement as the superuser; gives up after some seconds. */
  query(statement: string): Promise<Record<string, unknown>[]>
  remove(): Promise<void>
}

/** Undefined where there is no PostgreSQL. Its settings are the safe ones. */
export async function startCluster(): Promise<Cluster | undefined> {
  const parent = mkdtempSync(join(tmpdir(), 'svc-torture-'))
  const disk = mountSmall(parent, SIZE)
  // Another user than ours may run the server.
  chmodSync(parent, 0o755)
  const faulty = await startFaultyPostgres({ fsync: 'on', max_wal_size: '64MB' }, parent)
  if (faulty === undefined) return undefined
  const { server, place, backends, freeze } = faulty
  const query = (statement: string) => queryServer(server.url, statement)

  async function revive(): Promise<void> {
    for (const limit = Date.now() + START_MS_MAX; ; ) {
      try {
        await query('SELECT 1')
        return
      } catch (error) {
        if (Date.now() > limit) throw new Error(`PostgreSQL did not come back: ${error}`)
        // It fails where the server runs already and is not ready yet.
        await server.control('start').catch(() => {})
        await pause(200)
      }
    }
  }

  return {
    ...{ server, backends, freeze, disk, query, revive },
    async remove() {
      await place.remove()
      disk?.unmount()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
