/** Many random runs at the same time, on threads that have a database each. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { openTestDatabase } from '../../test/fixtures/test-database.ts'
import { failureOf, type Living, live } from './live.ts'
import type { Options } from './options.ts'
import type { Lived } from './worker.ts'

type Watch = (lived: Lived) => void

/** For one thread: while one run waits for the database, another one computes. */
const AT_ONCE = 4

export async function runOnThreads(options: Options, watch: Watch): Promise<void> {
  const { from, seeds, months } = options
  const last = from + seeds - 1
  let next = from
  const threads = Math.min(seeds, options.workers ?? availableParallelism())
  await Promise.all(
    Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: months })
      let open = 0
      return new Promise<void>((resolve, reject) => {
        const more = () => {
          for (; open < AT_ONCE && next <= last; open++) worker.postMessage(next++)
          if (open === 0) worker.postMessage(undefined)
        }
        worker.on('error', reject)
        worker.on('exit', resolve)
        worker.on('message', (lived: Lived) => {
          open--
          watch(lived)
          more()
        })
        more()
      })
    }),
  )
}

/** One run in this thread, with its steps in words. */
export async function trace(options: Options, watch: Watch): Promise<void> {
  const { months, from, seeds, without } = options
  const say = (line: string) => process.stderr.write(`${line}\n`)
  for (let seed = from; seed < from + seeds; seed++) {
    watch(await inOwnDatabase({ seed, months, without, trace: say }))
  }
}

/** Ids follow the seed: a database can contain each seed once. */
export async function inOwnDatabase(living: Living): Promise<Lived> {
  const { seed } = living
  const place = await openTestDatabase()
  try {
    return { seed, life: await live(place.database, living) }
  } catch (error) {
    return { seed, failure: failureOf(error) }
  } finally {
    await place.stop()
  }
}
