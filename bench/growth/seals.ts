/**
 * Seals everything placed, like the service, in SQL: millions of events at once should not occupy a
 * service on the same machine while it is measured.
 */
import type { Client } from 'pg'
import { SEAL_TEXT, SEALED_LINE } from '../../packages/server/src/audit/seal-checks.ts'

/** The most events of a seal. */
const EVENTS = 1_000

const sha256 = (text: string): string => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

const CONTENTS = `CREATE TEMP TABLE contents AS
  SELECT e.store_id, e.sandbox, min(e.position) AS first, max(e.position) AS last,
    ${sha256(`string_agg(${SEALED_LINE}, E'\\n' ORDER BY e.position)`)} AS hash
  FROM events e LEFT JOIN seal_heads h USING (store_id, sandbox)
  WHERE e.position > coalesce(h.position, 0)
  GROUP BY e.store_id, e.sandbox, (e.position - coalesce(h.position, 0) - 1) / ${EVENTS}`

const CHAIN = `DO $$
DECLARE
  c record;
  h record;
  z seals;
BEGIN
  INSERT INTO seal_heads (store_id, sandbox) SELECT DISTINCT store_id, sandbox FROM contents
  ON CONFLICT DO NOTHING;
  FOR c IN SELECT * FROM contents ORDER BY store_id, sandbox, first LOOP
    SELECT * INTO h FROM seal_heads s WHERE s.store_id = c.store_id AND s.sandbox = c.sandbox;
    z := ROW(c.store_id, c.sandbox, h.number + 1, c.first, c.last, 2, c.hash, h.hash, '',
      date_trunc('milliseconds', clock_timestamp()));
    z.hash := ${sha256(SEAL_TEXT)};
    INSERT INTO seals SELECT z.*;
    UPDATE seal_heads s SET number = z.number, position = c.last, hash = z.hash,
      sealed_at = z.created_at WHERE s.store_id = c.store_id AND s.sandbox = c.sandbox;
  END LOOP;
END $$`

export async function sealAll(admin: Client): Promise<void> {
  await admin.query(CONTENTS)
  await admin.query(CHAIN)
}

/**
 * One seal for each stream, without contents, so that the service has nothing left to seal.
 * Incomplete orders prove nothing anyway.
 */
export async function sealAsOne(admin: Client): Promise<void> {
  await admin.query(`CREATE TEMP TABLE contents AS
    SELECT s.store_id, s.sandbox, coalesce(h.position, 0) + 1 AS first, s.position AS last,
      ${sha256("''")} AS hash
    FROM event_streams s LEFT JOIN seal_heads h USING (store_id, sandbox)
    WHERE s.position > coalesce(h.position, 0)`)
  await admin.query(CHAIN)
}
