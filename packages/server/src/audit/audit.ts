/**
 * The auditor: proves the invariants of orders, loans, ledger, streams and seals with its own SQL.
 * It shares no rule with the service, so that a mistake there is not repeated here. It only reads,
 * in batches, and may run while the service works.
 */
import { computed, select } from '../platform/database/columns.ts'
import type { Reader } from '../platform/database/database.ts'
import { assert } from '../platform/refusal.ts'
import { inParallel } from '../platform/work/in-parallel.ts'
import { actedSweeps } from './acted-checks.ts'
import { actionSweeps } from './action-checks.ts'
import { aprSweep } from './apr-checks.ts'
import { bankAccountSweeps } from './bank-account-checks.ts'
import { campaignSweeps } from './campaign-checks.ts'
import { chainSweep } from './chain-checks.ts'
import type { Part, Sweep, WholeCheck } from './check.ts'
import { dateSweep } from './date-checks.ts'
import { decisionSweeps } from './decision-checks.ts'
import { deliverySweeps } from './delivery-checks.ts'
import { documentSweeps } from './document-checks.ts'
import { keySweeps } from './key-checks.ts'
import { lenderSweeps } from './lender-checks.ts'
import { lenderEventSweeps } from './lender-event-checks.ts'
import { loanSweep } from './loan-checks.ts'
import { loanDateSweep } from './loan-date-checks.ts'
import { orderSweep } from './order-checks.ts'
import { paymentSweep } from './payment-checks.ts'
import { payoutSweeps } from './payout-checks.ts'
import { personSweeps } from './person-checks.ts'
import { refundSweeps } from './refund-checks.ts'
import { rowSweeps } from './row-checks.ts'
import { type Find, runSweep, UNREADABLE } from './run-sweep.ts'
import { sealSweeps } from './seal-checks.ts'
import { settlementSweep } from './settlement-checks.ts'
import { settlingSweep } from './settling-checks.ts'
import { type Checkpoint, changedOrders, laterParts, openSince, partOfOrders } from './since.ts'
import { streamSweeps } from './stream-checks.ts'
import { tallySweep } from './tally-checks.ts'
import { termsSweeps } from './terms-checks.ts'
import { wholeChecks } from './whole-checks.ts'

/** A broken invariant: the first row that violates it, and the number of such rows. */
export type Finding = {
  readonly invariant: string
  readonly message: string
  readonly store_id: string
  readonly order_id: string
  readonly count: number
}

export type AuditReport = {
  /** The time of its snapshot, and that of the last full audit: this one, or an earlier one. */
  readonly audited: string
  readonly whole: string
  readonly checked: {
    readonly orders: number
    readonly entries: number
    readonly events: number
    readonly seals: number
  }
  readonly checks: readonly { readonly invariant: string; readonly title: string }[]
  readonly findings: readonly Finding[]
}

export const sweeps: readonly Sweep[] = [
  orderSweep,
  chainSweep,
  settlementSweep,
  dateSweep,
  aprSweep,
  loanSweep,
  loanDateSweep,
  settlingSweep,
  paymentSweep,
  ...refundSweeps,
  ...rowSweeps,
  ...decisionSweeps,
  ...personSweeps,
  ...lenderSweeps,
  ...termsSweeps,
  ...keySweeps,
  ...actionSweeps,
  ...actedSweeps,
  ...campaignSweeps,
  ...payoutSweeps,
  ...bankAccountSweeps,
  ...streamSweeps,
  ...deliverySweeps,
  ...lenderEventSweeps,
  ...sealSweeps,
  ...documentSweeps,
  tallySweep,
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Reads everything; with a checkpoint, newer rows and small tables. `atOnce`: the number of queries
 * that the reader runs concurrently.
 */
export async function audit(
  reader: Reader,
  atOnce = 1,
  checkpoint?: Checkpoint,
): Promise<AuditReport> {
  const audited = await readMoment(reader)
  const proof = await prove(reader, { sweeps, wholeChecks }, { atOnce, checkpoint })
  const rowsOf = (table: string) => proof.counts.get(table) ?? 0
  return {
    audited,
    whole: checkpoint?.whole ?? audited,
    checked: {
      orders: rowsOf('orders'),
      entries: rowsOf('ledger_entries'),
      events: rowsOf('events'),
      seals: rowsOf('seals'),
    },
    checks: proof.checks,
    findings: proof.findings,
  }
}

type Parts = { readonly sweeps: readonly Sweep[]; readonly wholeChecks: readonly WholeCheck[] }
type Proof = Pick<AuditReport, 'checks' | 'findings'> & {
  /** The number of rows read of each table. */
  readonly counts: ReadonlyMap<string, number>
}
type Proving = { readonly atOnce: number; readonly checkpoint?: Checkpoint | undefined }

/** A part of the audit, independent of the others. */
export async function prove(
  reader: Reader,
  parts: Parts,
  { atOnce, checkpoint }: Proving,
): Promise<Proof> {
  const { findings, find } = createFindings()
  const counts = new Map<Sweep, number>()
  const run = async (sweep: Sweep, part?: Part) => {
    const count = await runSweep(reader, sweep, find, part)
    counts.set(sweep, (counts.get(sweep) ?? 0) + count)
  }
  const runAll = (works: readonly (() => Promise<void>)[]) =>
    inParallel(works, atOnce, (work) => work())
  const checked = parts.wholeChecks.filter(({ inFull }) => checkpoint === undefined || !inFull)
  const whole = checked.map((check) => async () => {
    for (const row of await reader.query(`${check.query} ORDER BY 1, 2`, [])) find(check, row)
  })
  if (checkpoint === undefined) {
    await runAll([...parts.sweeps.map((sweep) => () => run(sweep)), ...whole])
  } else {
    const open = await openSince(reader, checkpoint)
    const others = parts.sweeps.filter(({ since }) => since !== 'order')
    const later = others.flatMap((sweep) => {
      const newer = laterParts(sweep, checkpoint, open) ?? [undefined]
      return newer.map((part) => () => run(sweep, part))
    })
    await runAll([...later, ...whole])
    const ofOrders = parts.sweeps.filter(({ since }) => since === 'order')
    for await (const orders of changedOrders(reader, checkpoint, open)) {
      await runAll(ofOrders.map((sweep) => () => run(sweep, partOfOrders(sweep, orders))))
    }
  }
  const all = [...parts.sweeps.flatMap(({ checks }) => checks), ...parts.wholeChecks, UNREADABLE]
  // In the order of the checks, whichever was found first.
  const names = new Set(all.map(({ invariant, title }) => `${invariant} ${title}`))
  const rowsOf = (table: string) =>
    Math.max(...parts.sweeps.map((each) => (each.table === table ? (counts.get(each) ?? 0) : 0)))
  return {
    counts: new Map(parts.sweeps.map(({ table }) => [table, rowsOf(table)])),
    checks: all.map(({ invariant, title }) => ({ invariant, title })),
    findings: [...names].flatMap((name) => findings.get(name) ?? []),
  }
}

function createFindings() {
  const findings = new Map<string, Finding>()
  const find: Find = ({ invariant, title }, row) => {
    const known = findings.get(`${invariant} ${title}`)
    findings.set(`${invariant} ${title}`, {
      invariant,
      message: `broken: ${title}`,
      store_id: known?.store_id ?? textOf(row.store_id),
      order_id: known?.order_id ?? textOf(row.order_id),
      count: (known?.count ?? 0) + 1,
    })
  }
  return { findings, find }
}

async function readMoment(reader: Reader): Promise<string> {
  const [row] = await reader.query(select(computed<{ now: Date }>({ now: 'now()' }), ''), [])
  assert(row !== undefined, 'a moment')
  return row.now.toISOString()
}
