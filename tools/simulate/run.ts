/** Many lives: in memory on all cores, or one after the other in a database. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { tablesOf } from './fingerprint.ts'
import { LifeFailed, live } from './live.ts'
import { createMemory } from './memory/memory-database.ts'
import { rulesOf } from './memory/rules-of-tables.ts'
import { readSchema, type Schema } from './memory/schema.ts'
import type { Options } from './options.ts'
import { openEmbedded, openOnServer } from './places.ts'
import type { Lived, WorkerData } from './worker.ts'

export type Watch = (lived: Lived) => void

/** Each worker has two lives: the one that it lives, and the next. */
const AHEAD = 2

export async function runInMemory(options: Options, schema: Schema, watch: Watch): Promise<void> {
  const { from, seeds, months } = options
  const last = from + seeds - 1
  let next = from
  const workers = Math.min(seeds, options.workers ?? availableParallelism())
  const data: WorkerData = { schema, months }
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: data })
      let open = 0
      await new Promise<void>((resolve, reject) => {
        const more = () => {
          for (; open < AHEAD && next <= last; open++) worker.postMessage(next++)
          if (open === 0) resolve()
        }
        worker.on('error', reject)
        worker.on('message', (lived: Lived) => {
          open--
          watch(lived)
          more()
        })
        more()
      }).finally(() => worker.terminate())
    }),
  )
}

/** One life here and now, in the words of its steps. */
export async function trace(options: Options, schema: Schema, watch: Watch): Promise<void> {
  const { months, from, seeds, without } = options
  const rules = rulesOf(schema)
  const say = (line: string) => process.stderr.write(`${line}\n`)
  for (let seed = from; seed < from + seeds; seed++) {
    const living = { seed, months, without, tables: tablesOf(schema), trace: say }
    watch(await settled(seed, live(createMemory(rules), living)))
  }
}

export async function runInDatabase(
  options: Options,
  url: string | undefined,
  watch: Watch,
): Promise<void> {
  const { months, from, seeds, without } = options
  const place = await (options.database === 'embedded' ? openEmbedded() : openOnServer(url))
  try {
    const tables = tablesOf(await readSchema(place.database))
    for (let seed = from; seed < from + seeds; seed++) {
      watch(await settled(seed, live(place.database, { seed, months, without, tables })))
    }
  } finally {
    await place.close()
  }
}

async function settled(seed: number, life: ReturnType<typeof live>): Promise<Lived> {
  try {
    return { seed, life: await life }
  } catch (error) {
    if (!(error instanceof LifeFailed)) throw error
    const { step, message, cause } = error
    return { seed, failure: { step, message, stack: (cause as Error).stack ?? message } }
  }
}
