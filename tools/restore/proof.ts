/** The verification of a restored database. */
import { join } from 'node:path'
import { inParallel } from '../../packages/server/src/platform/work/in-parallel.ts'
import { callOf, repeat } from '../torture/load.ts'
import { judge } from '../torture/notebook.ts'
import { auditFindings } from '../torture/process.ts'
import { storedOrder } from '../torture/verify.ts'
import { asOf, type Moment, mustBeThere } from './moment.ts'
import type { Drill } from './services.ts'

const AT_ONCE = 6
/** How many of the last operations before the target are repeated with their keys. */
const REPEATED = 20

export type Restored = {
  readonly name: string
  /** Operations, checkouts and payouts acknowledged before the target. */
  readonly before: number
  /** Those that began after it. */
  readonly after: number
  readonly lost: number
  /** Objects that must not exist. */
  readonly extra: number
  readonly replays: number
  /** With earlier seals the audit found nothing. */
  readonly audited: boolean
  /** With later seals, it found that they are missing, and nothing else. */
  readonly missed: boolean
}

type Prove = (name: string, moment: Moment, databaseUrl: string) => Promise<Restored>

/** The two files contain the seals from before all targets, and from after them. */
export function createProof(run: Drill, sealsBefore: string, sealsAfter: string): Prove {
  const { tally, say, service, folder } = run
  // Operations from now on are not among the acknowledged ones.
  const noted = run.trades.map(({ trade, creations }) => ({
    ...{ trade, creations: [...creations] },
    ...{ entries: [...trade.notebook.entries], orders: [...trade.stock.all] },
  }))

  return async (name, moment, databaseUrl) => {
    const place = { folder: join(folder, 'commands'), databaseUrl }
    const fault = (sentence: string) => tally.fault(`restored ${name}: ${sentence}`)
    const audited = async () => {
      const findings = await auditFindings(place, sealsBefore)
      for (const finding of findings) fault(finding)
      return findings.length === 0
    }
    const wasAudited = await audited()
    const missing = await auditFindings(place, sealsAfter)
    const missed = missing.length === 1 && missing[0]?.includes('"A13"') === true
    if (!missed) fault(`with the seals of after the moment the audit says: ${missing}`)
    await service.start(databaseUrl)
    const looked = await lookUp({ moment, noted, fault })
    for (const { trade } of noted.slice(0, 2)) await trade.stock.addOrder()
    await service.stop()
    const goesOn = await audited()
    say(`restored ${name}: ${looked.before} before, ${looked.after} after`)
    return { name, ...looked, audited: wasAudited && goesOn, missed }
  }
}

type Noted = Pick<Drill['trades'][number], 'trade' | 'creations'> & {
  readonly entries: Drill['trades'][number]['trade']['notebook']['entries']
  readonly orders: Drill['trades'][number]['trade']['stock']['all']
}
type Looking = {
  readonly moment: Moment
  readonly noted: readonly Noted[]
  readonly fault: (sentence: string) => void
}
type Looked = Pick<Restored, 'before' | 'after' | 'lost' | 'extra' | 'replays'>

async function lookUp(looking: Looking): Promise<Looked> {
  const sums = { before: 0, after: 0, lost: 0, extra: 0, replays: 0 }
  for (const noted of looking.noted) {
    const all = [await lookUpCreations(looking, noted), await judgeOrders(looking, noted)]
    for (const part of all)
      for (const name of Object.keys(part) as (keyof Looked)[]) sums[name] += part[name]
  }
  return sums
}

async function lookUpCreations(
  { moment, fault }: Looking,
  { trade, creations }: Noted,
): Promise<Looked> {
  const counts = { before: 0, after: 0, lost: 0, extra: 0, replays: 0 }
  await inParallel(creations, AT_ONCE, async (creation) => {
    const expected = mustBeThere(creation, moment)
    if (expected === undefined) return
    const { path } = creation
    const { status } = await trade.caller.persist({ method: 'GET', path })
    counts[expected ? 'before' : 'after']++
    if ((status === 200) === expected) return
    counts[expected ? 'lost' : 'extra']++
    fault(`${path} is answered ${status}`)
  })
  return counts
}

/** Of the orders that existed at the target. */
async function judgeOrders(
  { moment, fault }: Looking,
  { trade, entries, orders }: Noted,
): Promise<Looked> {
  const expectations = entries.map((entry) => mustBeThere(entry, moment))
  const acknowledged = asOf(entries, moment)
  const byOrder = Map.groupBy(acknowledged, ({ operation }) => operation.orderId)
  const counts = { lost: 0, extra: 0 }
  await inParallel(orders, AT_ONCE, async ({ id }) => {
    const { status } = await trade.caller.persist({ method: 'GET', path: `/orders/${id}` })
    // Whether it has to exist was determined by its checkout.
    if (status !== 200) return
    const { order } = await storedOrder(trade, id)
    const verdict = judge(order, byOrder.get(id) ?? [])
    counts.lost += verdict.lost
    counts.extra += verdict.doubled
    for (const sentence of verdict.faults) fault(sentence)
  })
  const repeatable = acknowledged.filter(
    ({ operation, outcome }, index) =>
      expectations[index] === true && operation.key !== null && outcome?.status === 200,
  )
  const last = repeatable.slice(-REPEATED)
  await inParallel(last, AT_ONCE, async ({ operation, outcome }) => {
    if (outcome !== undefined) await repeat(trade, callOf(operation), outcome)
  })
  return {
    ...{ before: expectations.filter((each) => each === true).length, ...counts },
    after: expectations.filter((each) => each === false).length,
    replays: last.length,
  }
}
