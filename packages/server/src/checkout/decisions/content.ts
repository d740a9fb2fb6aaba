/**
 * A decision as it is hashed: behind what was signed (decision 0064), or, where nothing is signed
 * yet, in the event that tells of it. The auditor writes the same text in SQL.
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

/** The name of what a decision on data did, for its event: the first 32 digits of its hash. */
export function decisionEffect(decision: Decision): string {
  const text = decisionLines(decision).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
