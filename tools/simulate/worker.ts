/** A thread with a database of its own, with several concurrent random runs. */
import { parentPort, workerData } from 'node:worker_threads'
import { openTestDatabase } from '../../test/fixtures/test-database.ts'
import { type Failure, failureOf, type Life, live } from './live.ts'

export type Lived = { readonly seed: number } & (
  | { readonly life: Life; readonly failure?: never }
  | { readonly failure: Failure; readonly life?: never }
)

const months = workerData as number
const place = await openTestDatabase()

/** A seed to run; undefined ends the thread. */
parentPort?.on('message', async (seed: number | undefined) => {
  if (seed !== undefined) return parentPort?.postMessage(await lived(seed))
  await place.stop()
  parentPort?.close()
})

async function lived(seed: number): Promise<Lived> {
  try {
    return { seed, life: await live(place.database, { seed, months }) }
  } catch (error) {
    return { seed, failure: failureOf(error) }
  }
}
