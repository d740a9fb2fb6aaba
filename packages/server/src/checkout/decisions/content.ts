/**
 * The hashed text of a decision: appended to the signed values (decision 0064), or, if nothing is
 * signed yet, in its event. The auditor writes the same text in SQL.
 */
import { createHash } from 'node:crypto'
import { jsonbText } from '../../platform/database/jsonb-text.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Decision } from './decision.ts'

/** Members of the first line are joined by `|`; values as `jsonb` prints them. */
export function decisionLines(decision: Decision): string[] {
  const { id, outcome, decider, version, reasons, inputs, createdAt } = decision
  const decided = [id, outcome, decider, version, utcMicros(createdAt)].join('|')
  return [decided, ...[reasons, inputs].map(jsonbText)]
}

/** The name of a decision on data, for its event: the first 32 digits of its hash. */
export function decisionEffect(decision: Decision): string {
  const text = decisionLines(decision).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
