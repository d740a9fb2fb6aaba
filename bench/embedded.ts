/**
 * Captures on the embedded database by the service's own operation, beside PGlite alone: the very
 * statements that the service sent, with their values, on a copy of the same folder. See README.md
 * in this folder.
 *
 * Usage: `npm run bench -- embedded [--captures 1000] [--clients 64] [--rounds 3] [--json]`
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { cents } from '@svc/api'
import { captureOrder } from '../packages/server/src/orders/captures/capture-order.ts'
import { createDatabase } from '../packages/server/src/platform/database/create-database.ts'
import type { Engine, Statement } from '../packages/server/src/platform/database/database.ts'
import { deliverAnswer } from '../packages/server/src/platform/database/embedded.ts'
import { openDatabase, openEngine } from '../packages/server/src/platform/database/open-database.ts'
import { Exchange, type Prepared } from '../packages/server/src/platform/database/wire.ts'
import { createIds } from '../packages/server/src/platform/ids.ts'
import { systemClock } from '../packages/server/src/platform/time/clock.ts'
import { inParallel } from '../packages/server/src/platform/work/in-parallel.ts'
import { serviceActing } from '../packages/server/src/tenancy/actions/service-acting.ts'
import type { Caller } from '../packages/server/src/tenancy/caller/context.ts'
import { createScenario, newBuyer } from '../test/fixtures/scenario.ts'
import { auditOf } from '../test/running-server.ts'
import { type Figure, keepResults, medianOf, resultLines } from './results.ts'

const AIM = 0.7
/** In cents: enough for 10,000 captures of each order. */
const TOTAL = 1_000_000
const AMOUNT = 100
/** Captures before the measured ones: statements are prepared, plans made. */
const WARMUP = 200

const { values: options } = parseArgs({
  options: {
    captures: { type: 'string', default: '1000' },
    clients: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const [count, clients, rounds] = [options.captures, options.clients, options.rounds].map(
  Number,
) as [number, number, number]
const say = (line: string): void => void process.stderr.write(`${line}\n`)

type Sent = readonly Statement[]
/** The cost of one side; processor time is that of the whole process, threads included. */
type Run = { readonly perSecond: number; readonly processorMs: number }
type Sides = { readonly [side in 'service' | 'bare' | 'prepared']: Run[] }
type Kind = { readonly what: string; readonly atOnce: number }

const kinds: readonly Kind[] = [
  { what: 'captures one at a time', atOnce: 1 },
  { what: `captures of ${clients} clients`, atOnce: clients },
]
const ids = createIds(systemClock)
const root = mkdtempSync(join(tmpdir(), 'svc-bench-embedded-'))
/** The layout of the service's data folder. */
const databaseIn = (folder: string): string => join(folder, 'database')
try {
  process.exitCode = await main()
} finally {
  rmSync(root, { recursive: true, force: true })
}

async function main(): Promise<number> {
  const first = join(root, 'first')
  const { caller, orders } = await prepare(first)
  const runs = kinds.map((): Sides => ({ service: [], bare: [], prepared: [] }))
  const faults: string[] = []
  for (let round = 1; round <= rounds; round++) {
    for (const [index, { atOnce }] of kinds.entries()) {
      const sent: Sent[][] = []
      for (const side of ['service', 'bare', 'prepared'] as const) {
        const folder = join(root, side)
        cpSync(first, folder, { recursive: true })
        const run =
          side === 'service'
            ? await byService(databaseIn(folder), { caller, orders, atOnce, sent })
            : await byPglite(databaseIn(folder), sent, side)
        runs[index]?.[side].push(run)
        faults.push(...(await auditFaults(folder)))
        rmSync(folder, { recursive: true })
      }
    }
    say(`round ${round} of ${rounds} done`)
  }
  const results = keepResults('embedded', {
    options: { captures: count, clients, rounds },
    figures: runs.flatMap((sides, index) => figuresOf(kinds[index]?.what ?? '', sides)),
  })
  const text = options.json ? JSON.stringify(results, null, 2) : resultLines(results.figures)
  process.stdout.write(`${text}\n`)
  for (const fault of faults) say(fault)
  if (faults.length === 0) say('all sides stored every capture, each time; audited')
  return faults.length === 0 ? 0 : 1
}

/** A store with one order for each client, each of another buyer. */
async function prepare(folder: string): Promise<{ caller: Caller; orders: string[] }> {
  const opening = { databaseUrl: undefined, fraction: Math.random, print: () => {} }
  const database = await openDatabase({ ...opening, folder: databaseIn(folder) })
  const scenario = await createScenario(database, { buyer: newBuyer() })
  const orders: string[] = []
  for (let made = 0; made < clients; made++) orders.push((await scenario.confirmed(TOTAL)).id)
  await database.close()
  return { caller: scenario.caller, orders }
}

type Work = {
  readonly caller: Caller
  readonly orders: readonly string[]
  readonly atOnce: number
  /** Receives the sent batches: for the warm-up, and after it. */
  readonly sent: Sent[][]
}

async function byService(folder: string, { caller, orders, atOnce, sent }: Work): Promise<Run> {
  let batches: Sent[] = []
  const engine = recording(await openEngine({ databaseUrl: undefined, folder, print: () => {} }), {
    record: (batch) => void batches.push(batch),
  })
  const database = createDatabase(engine, Math.random)
  const acting = serviceActing('bench', systemClock)
  const writing = { writer: database, clock: systemClock, ids, acting }
  const capture = (ref: string) => captureOrder(writing, caller, { ref, amount: cents(AMOUNT) })
  const work = async (times: number) => {
    batches = []
    sent.push(batches)
    const refs = Array.from({ length: times }, (_, index) => orders[index % orders.length] ?? '')
    await inParallel(refs, atOnce, capture)
  }
  await work(WARMUP)
  const run = await timed(() => work(count))
  await database.close()
  return run
}

/** The engine, which reports every batch. */
function recording(engine: Engine, { record }: { record: (batch: Sent) => void }): Engine {
  return {
    ...engine,
    async connect(msMax) {
      const connection = await engine.connect(msMax)
      return {
        ...connection,
        batch(statements) {
          record(statements)
          return connection.batch(statements)
        },
      }
    },
  }
}

/** The same statements with PGlite in this thread, one batch after the other. */
async function byPglite(
  folder: string,
  [warmup = [], counted = []]: Sent[][],
  side: 'bare' | 'prepared',
): Promise<Run> {
  const database = await PGlite.create(folder)
  await database.exec(`SET TIME ZONE 'UTC'`)
  const prepared: Prepared = new Map()
  const replay = async (batches: readonly Sent[]) => {
    for (const batch of batches) {
      if (side === 'prepared') await exchange(database, new Exchange(batch, prepared))
      else for (const { text, values } of batch) await database.query(text, [...values])
    }
  }
  await replay(warmup)
  const run = await timed(() => replay(counted))
  await database.close()
  return run
}

/** As in the service's database thread, without the thread. */
async function exchange(database: PGlite, batch: Exchange): Promise<void> {
  deliverAnswer(await database.execProtocolRaw(new Uint8Array(batch.bytes)), batch)
  await batch.answer
}

async function timed(work: () => Promise<void>): Promise<Run> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await work()
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(before)
  return { perSecond: count / seconds, processorMs: (user + system) / 1_000 / count }
}

/** Whether all captures are stored, and the auditor's findings. */
async function auditFaults(folder: string): Promise<string[]> {
  const database = await PGlite.create(databaseIn(folder))
  const { rows } = await database.query<{ number: number }>(
    'SELECT count(*)::int AS number FROM captures',
  )
  await database.close()
  const { findings } = await auditOf({
    place: { databaseUrl: undefined, folder, remove: async () => {} },
  })
  const stored = rows[0]?.number
  return [
    ...(stored === WARMUP + count ? [] : [`${WARMUP + count} captures made, ${stored} stored`]),
    ...findings.map((finding) => `the audit found: ${JSON.stringify(finding)}`),
  ]
}

function figuresOf(what: string, { service, bare, prepared }: Sides): Figure[] {
  const speeds = (all: readonly Run[]) => all.map(({ perSecond }) => perSecond)
  const costs = (all: readonly Run[]) => all.map(({ processorMs }) => processorMs)
  const figure = (name: string, unit: string, all: readonly number[]): Figure => ({
    ...{ what: name, unit, value: medianOf(all), rounds: all },
  })
  const ratio = (of: readonly Run[]) => medianOf(speeds(service)) / medianOf(speeds(of))
  const cost = (of: readonly Run[]) => medianOf(costs(service)) / medianOf(costs(of))
  const figures = (name: string, all: readonly Run[]) => [
    figure(name, '1/s', speeds(all)),
    figure(`processor for each of ${name}`, 'ms', costs(all)),
  ]
  return [
    { what: `${what} beside PGlite alone`, value: ratio(bare), unit: 'ratio', aim: AIM },
    { what: `${what} beside prepared PGlite`, value: ratio(prepared), unit: 'ratio' },
    { what: `processor of ${what} beside PGlite alone`, value: cost(bare), unit: 'ratio' },
    { what: `processor of ${what} beside prepared PGlite`, value: cost(prepared), unit: 'ratio' },
    ...figures(what, service),
    ...figures(`${what}, PGlite alone`, bare),
    ...figures(`${what}, prepared PGlite`, prepared),
  ]
}
