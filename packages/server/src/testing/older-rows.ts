/**
 * Rows as an older version left them are made of new ones by changing what was agreed, which the
 * auditor sees, as it should: the signature covers it.
 */
import { audit, type Finding } from '../audit/audit.ts'
import type { Reader } from '../database/database.ts'

const CHANGED = /that were signed|what is agreed on captures/

/** What else the auditor finds. */
export async function otherFindings(reader: Reader): Promise<readonly Finding[]> {
  const { findings } = await audit(reader)
  return findings.filter(({ message }) => !CHANGED.test(message))
}
