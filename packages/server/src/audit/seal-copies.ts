/**
 * Compares seals stored elsewhere at an earlier time with the present database. An older copy of
 * the database is consistent in itself; only seals outside of it show that something is missing
 * (decision 0032).
 */

import type { SealReport } from '../outbound/seals/list-seals.ts'
import { computed, select } from '../platform/database/columns.ts'
import type { Reader } from '../platform/database/database.ts'
import { type AuditReport, audit, type Finding } from './audit.ts'
import type { Checkpoint } from './since.ts'

/** The output of `svc seals --json`; the other members repeat hashed values. */
export type SealCopy = Pick<SealReport, 'store_id' | 'mode' | 'number' | 'hash'>

const CHECK = { invariant: 'A13', title: 'a seal that was saved elsewhere is stored unchanged' }

/** An audit, and each of the external seals. */
export async function auditWithSeals(
  reader: Reader,
  copies: readonly SealCopy[],
  atOnce = 1,
  checkpoint?: Checkpoint,
): Promise<AuditReport> {
  const report = await audit(reader, atOnce, checkpoint)
  const checks = [...report.checks, CHECK]
  const finding = await findMissingSeal(reader, copies)
  return { ...report, checks, findings: finding ? [...report.findings, finding] : report.findings }
}

async function findMissingSeal(
  reader: Reader,
  copies: readonly SealCopy[],
): Promise<Finding | undefined> {
  const rows = await reader.query(
    select(
      computed<Pick<SealCopy, 'store_id' | 'mode' | 'number'>>({
        store_id: 'k.store_id',
        mode: 'k.mode',
        number: 'k.number',
      }),
      `FROM jsonb_to_recordset($1::jsonb) k (store_id text, mode text, number bigint, hash text)
       LEFT JOIN seals z ON z.store_id = k.store_id AND z.sandbox = (k.mode = 'sandbox')
         AND z.number = k.number
     WHERE z.hash IS DISTINCT FROM k.hash
     ORDER BY k.store_id, k.mode, k.number`,
    ),
    [JSON.stringify(copies)],
  )
  const [first] = rows
  if (first === undefined) return undefined
  return {
    invariant: CHECK.invariant,
    message: `broken: ${CHECK.title}`,
    store_id: first.store_id,
    // Instead of an order: which of the store's seals.
    order_id: `${first.mode} seal ${first.number}`,
    count: rows.length,
  }
}
