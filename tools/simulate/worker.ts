/** A thread that lives lives in memory, one after the other, as their seeds arrive. */
import { parentPort, workerData } from 'node:worker_threads'
import { tablesOf } from './fingerprint.ts'
import { type Life, LifeFailed, live } from './live.ts'
import { createMemory } from './memory/memory-database.ts'
import { rulesOf } from './memory/rules-of-tables.ts'
import type { Schema } from './memory/schema.ts'

export type WorkerData = { readonly schema: Schema; readonly months: number }
export type Failure = { readonly step: number; readonly message: string; readonly stack: string }
export type Lived = { readonly seed: number } & (
  | { readonly life: Life; readonly failure?: never }
  | { readonly failure: Failure; readonly life?: never }
)

const { schema, months } = workerData as WorkerData
const rules = rulesOf(schema)
const tables = tablesOf(schema)

parentPort?.on('message', async (seed: number) => {
  parentPort?.postMessage(await lived(seed))
})

async function lived(seed: number): Promise<Lived> {
  try {
    return { seed, life: await live(createMemory(rules), { seed, months, tables }) }
  } catch (error) {
    return { seed, failure: failureOf(error) }
  }
}

function failureOf(error: unknown): Failure {
  const { cause, message, stack = '' } = error as Error
  const step = error instanceof LifeFailed ? error.step : 0
  return { step, message, stack: (cause as Error | undefined)?.stack ?? stack }
}
