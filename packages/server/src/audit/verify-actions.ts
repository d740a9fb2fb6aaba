/**
 * The log of actions by itself, and compared with the ends of its chains at an earlier time:
 * someone with write access to the database can rewrite it completely, but not the copies outside
 * of it.
 */
import { computed, select } from '../platform/database/columns.ts'
import type { Reader } from '../platform/database/database.ts'
import { actedSweeps } from './acted-checks.ts'
import { actionSweeps } from './action-checks.ts'
import { type AuditReport, type Finding, prove } from './audit.ts'
import { actionWholeChecks } from './whole-checks.ts'

/** The compared part of `svc actions head --json`. */
export type HeadCopy = {
  readonly mode: 'sandbox' | 'live'
  readonly place: number
  readonly hash: string
}

export type ActionReport = Pick<AuditReport, 'checks' | 'findings'> & {
  readonly checked: { readonly actions: number; readonly heads: number }
}

const CHECK = { invariant: 'L1', title: 'an end of the chain noted elsewhere is unchanged' }

export async function verifyActions(
  reader: Reader,
  copies: readonly HeadCopy[] = [],
  atOnce = 1,
): Promise<ActionReport> {
  const sweeps = [...actionSweeps, ...actedSweeps]
  const proof = await prove(reader, { sweeps, wholeChecks: actionWholeChecks }, { atOnce })
  const missing = await findMissing(reader, copies)
  return {
    checked: { actions: proof.counts.get('actions') ?? 0, heads: copies.length },
    checks: copies.length === 0 ? proof.checks : [...proof.checks, CHECK],
    findings: missing === undefined ? proof.findings : [...proof.findings, missing],
  }
}

async function findMissing(
  reader: Reader,
  copies: readonly HeadCopy[],
): Promise<Finding | undefined> {
  const rows = await reader.query(
    select(
      computed<Pick<HeadCopy, 'mode' | 'place'>>({ mode: 'k.mode', place: 'k.place' }),
      `FROM jsonb_to_recordset($1::jsonb) k (mode text, place bigint, hash text)
       LEFT JOIN actions a ON coalesce(a.mode, 'live') = k.mode AND a.place = k.place
     WHERE k.place > 0 AND a.hash IS DISTINCT FROM k.hash ORDER BY k.mode, k.place`,
    ),
    [JSON.stringify(copies)],
  )
  const [first] = rows
  if (first === undefined) return undefined
  return {
    invariant: CHECK.invariant,
    message: `broken: ${CHECK.title}`,
    store_id: '',
    // Instead of an order: which position of which chain.
    order_id: `${first.mode} ${first.place}`,
    count: rows.length,
  }
}
