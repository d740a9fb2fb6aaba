/**
 * The auditor: proves the invariants of orders, loans, ledger, streams and seals with SQL of its
 * own. It shares no rule with the service, so that a mistake there is not repeated here. It reads
 * only, in batches, and may run while the service works.
 */
import type { Reader, Row } from '../platform/database/database.ts'
import { inParallel } from '../platform/work/in-parallel.ts'
import { actedSweeps } from './acted-checks.ts'
import { actionSweeps } from './action-checks.ts'
import { aprSweep } from './apr-checks.ts'
import { campaignSweeps } from './campaign-checks.ts'
import { chainSweep } from './chain-checks.ts'
import type { Sweep } from './check.ts'
import { dateSweep } from './date-checks.ts'
import { decisionSweeps } from './decision-checks.ts'
import { deliverySweeps } from './delivery-checks.ts'
import { documentSweeps } from './document-checks.ts'
import { keySweeps } from './key-checks.ts'
import { loanSweep } from './loan-checks.ts'
import { loanDateSweep } from './loan-date-checks.ts'
import { orderSweep } from './order-checks.ts'
import { paymentSweep } from './payment-checks.ts'
import { payoutSweeps } from './payout-checks.ts'
import { refundSweeps } from './refund-checks.ts'
import { rowSweeps } from './row-checks.ts'
import { runSweep, type Title, UNREADABLE } from './run-sweep.ts'
import { sealSweeps } from './seal-checks.ts'
import { settlementSweep } from './settlement-checks.ts'
import { settlingSweep } from './settling-checks.ts'
import { streamSweeps } from './stream-checks.ts'
import { tallySweep } from './tally-checks.ts'
import { type WholeCheck, wholeChecks } from './whole-checks.ts'

/** A broken invariant: the first row that breaks it, and how many do. */
export type Finding = {
  readonly invariant: string
  readonly message: string
  readonly store_id: string
  readonly order_id: string
  readonly count: number
}

export type AuditReport = {
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
  ...keySweeps,
  ...actionSweeps,
  ...actedSweeps,
  ...campaignSweeps,
  ...payoutSweeps,
  ...streamSweeps,
  ...deliverySweeps,
  ...sealSweeps,
  ...documentSweeps,
  tallySweep,
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** `atOnce`: how many queries the reader carries out at a time. */
export async function audit(reader: Reader, atOnce = 1): Promise<AuditReport> {
  const { counts, checks, findings } = await prove(reader, { sweeps, wholeChecks }, atOnce)
  return {
    checked: {
      orders: counts.get('orders') ?? 0,
      entries: counts.get('ledger_entries') ?? 0,
      events: counts.get('events') ?? 0,
      seals: counts.get('seals') ?? 0,
    },
    checks,
    findings,
  }
}

type Parts = { readonly sweeps: readonly Sweep[]; readonly wholeChecks: readonly WholeCheck[] }
type Proof = Omit<AuditReport, 'checked'> & {
  /** How many rows of each table were read. */
  readonly counts: ReadonlyMap<string, number>
}

/** A part of the audit by itself. */
export async function prove(reader: Reader, parts: Parts, atOnce: number): Promise<Proof> {
  const findings = new Map<string, Finding>()
  const find = ({ invariant, title }: Title, row: Row) => {
    const known = findings.get(`${invariant} ${title}`)
    findings.set(`${invariant} ${title}`, {
      invariant,
      message: `broken: ${title}`,
      store_id: known?.store_id ?? textOf(row.store_id),
      order_id: known?.order_id ?? textOf(row.order_id),
      count: (known?.count ?? 0) + 1,
    })
  }
  const counts = new Map<string, number>()
  const works = [
    ...parts.sweeps.map((sweep) => async () => {
      counts.set(sweep.table, await runSweep(reader, sweep, find))
    }),
    ...parts.wholeChecks.map((check) => async () => {
      for (const row of await reader.query(`${check.query} ORDER BY 1, 2`, [])) find(check, row)
    }),
  ]
  await inParallel(works, atOnce, (work) => work())
  const all = [...parts.sweeps.flatMap(({ checks }) => checks), ...parts.wholeChecks, UNREADABLE]
  // In the order of the checks, whichever was found first.
  const names = new Set(all.map(({ invariant, title }) => `${invariant} ${title}`))
  return {
    counts,
    checks: all.map(({ invariant, title }) => ({ invariant, title })),
    findings: [...names].flatMap((name) => findings.get(name) ?? []),
  }
}
