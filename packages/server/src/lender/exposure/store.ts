import type { Decision } from '../../checkout/decisions/decision.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

type OfDecision = Pick<Decision, 'decider' | 'reasons' | 'inputs'>
const JUDGED = columns<'decisions', OfDecision>('decisions', 'd').only(
  ...(['id', 'createdAt', 'outcome', 'decider', 'reasons', 'inputs'] as const),
)
/** A decision that a policy can be tried on. */
export type JudgedRow = Pick<Decision, 'id' | 'createdAt' | 'outcome' | keyof OfDecision>

type Part = {
  readonly sandbox: boolean
  /** Of one store; absent: of all. */
  readonly storeId?: string
  readonly since: Date
  /** The last one that is known; undefined: it begins with the newest. */
  readonly before: Pick<JudgedRow, 'createdAt' | 'id'> | undefined
  readonly limit: number
}

/** The newest first. */
export function listJudged(
  reader: Reader,
  { sandbox, storeId, since, before, limit }: Part,
): Promise<JudgedRow[]> {
  return reader.search(
    select(
      JUDGED,
      `FROM decisions d WHERE d.sandbox = $1 AND d.created_at >= $2
         AND ($3::timestamptz IS NULL OR (d.created_at, d.id) < ($3, $4))
         AND ${storeId === undefined ? '$6::text IS NULL' : 'd.store_id = $6'}
       ORDER BY d.created_at DESC, d.id DESC LIMIT $5`,
    ),
    [sandbox, since, before?.createdAt ?? null, before?.id ?? null, limit, storeId ?? null],
  )
}
