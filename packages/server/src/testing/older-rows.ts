/**
 * Rows as an older version left them are made of new ones by changing what was agreed, and a
 * migration is applied once more, after later ones. The auditor sees both, as it should: the
 * signature covers what was agreed, and the order of migrations tells which rows are old.
 */
import { audit, type Finding } from '../audit/audit.ts'
import type { Reader } from '../platform/database/database.ts'

const CHANGED =
  /that were signed|what is agreed on captures|migrations were applied one after the other/

/** What else the auditor finds. */
export async function otherFindings(reader: Reader): Promise<readonly Finding[]> {
  const { findings } = await audit(reader)
  return findings.filter(({ message }) => !CHANGED.test(message))
}
