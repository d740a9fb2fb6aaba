/** Persons over all stores: whose buyers are theirs (L8), and what they were judged by (L9). */
import { ROWS, type Sweep, sweep } from './check.ts'

/** As of now: what a version without persons wrote waits for the worker. */
const buyers = sweep({
  table: 'buyers',
  keys: ['store_id', 'sandbox', 'id'],
  rows: ROWS,
  where: 'person_id IS NOT NULL',
  facts: `SELECT b.*, b.person_id AS order_id,
      (SELECT (p.document_number, p.document_type, p.document_country, p.sandbox)
          = (b.document_number, b.document_type, b.document_country, b.sandbox)
        AND coalesce(p.store_id, b.store_id) = b.store_id
      FROM persons p WHERE p.id = b.person_id) AS theirs
    FROM batch b`,
  checks: [
    {
      invariant: 'L8',
      title: 'a buyer is the person of their document, at every store of the mode',
      broken: 'f.theirs IS NOT TRUE',
    },
  ],
})

const lender = (name: string): string => `d.inputs -> 'lender' ->> '${name}'`
const AMOUNT = `(d.inputs ->> 'amount')::numeric`
const CURRENCY = `d.inputs ->> 'currency'`
const CONVERTED = `CASE WHEN ${CURRENCY} = ${lender('currency')} THEN ${AMOUNT}
  ELSE ceil(${AMOUNT} * (p.rates ->> (${CURRENCY}))::numeric / 1000000) END`

const judged = sweep({
  table: 'decisions',
  keys: ['store_id', 'order_id', 'id'],
  rows: ROWS,
  where: `inputs ? 'lender'`,
  facts: `SELECT d.*,
      (${lender('amount')})::numeric IS DISTINCT FROM ${CONVERTED}
        OR (${lender('policy_version')})::integer > 0 AND (p.version IS NULL
          OR p.currency <> ${lender('currency')}
          OR p.exposure_max IS NOT NULL
            AND p.exposure_max IS DISTINCT FROM (${lender('exposure_max')})::bigint) AS misjudged
    FROM batch d LEFT JOIN exposure_policies p
      ON p.version = (${lender('policy_version')})::integer`,
  checks: [
    {
      invariant: 'L9',
      title: 'what a person may owe is what the policy said by which they were judged',
      broken: 'f.misjudged',
    },
  ],
})

export const personSweeps: readonly Sweep[] = [buyers, judged]
