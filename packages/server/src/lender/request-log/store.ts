import type { Reader } from '../../platform/database/database.ts'
import type { RequestEntry } from './entry.ts'

/** One statement for all of them; existing rows stay as they are. */
export async function writeRequests(
  reader: Reader,
  entries: readonly RequestEntry[],
): Promise<void> {
  await reader.query(
    `INSERT INTO request_log (id, at, sandbox, method, route, status, code, ms, principal_kind,
       principal_id, store_id, order_id, idempotency_hash)
     SELECT r."id", r."at", r."sandbox", r."method", r."route", r."status", r."code", r."ms",
       r."principalKind", r."principalId", r."storeId", r."orderId", r."idempotencyHash"
     FROM jsonb_to_recordset($1::jsonb) r ("id" text, "at" timestamptz, "sandbox" boolean,
       "method" text, "route" text, "status" integer, "code" text, "ms" integer,
       "principalKind" text, "principalId" text, "storeId" text, "orderId" text,
       "idempotencyHash" text)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(entries)],
  )
}

const DAYS = 30
const FORGOTTEN_AT_ONCE = 5_000
/** So many a minute: what more comes in than that is left to the next one. */
const TURNS_MAX = 20

/** Rows older than 30 days, the oldest first, in parts that hold up nobody. */
export async function forgetRequests(reader: Reader, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAYS * 86_400_000)
  for (const sandbox of [true, false]) {
    for (let turn = 0; turn < TURNS_MAX; turn++) {
      const forgotten = await reader.query(
        `DELETE FROM request_log WHERE id IN (
           SELECT id FROM request_log WHERE sandbox = $1 AND at < $2 ORDER BY at LIMIT $3)
         RETURNING 1 AS one`,
        [sandbox, before, FORGOTTEN_AT_ONCE],
      )
      if (forgotten.length < FORGOTTEN_AT_ONCE) break
    }
  }
}
