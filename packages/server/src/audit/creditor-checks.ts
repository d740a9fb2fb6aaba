/**
 * Creditors (L6, decision 0161): each version has its action, and terms that name one print it.
 * Instead of an order a finding names the creditor.
 */
import type { WholeCheck } from './check.ts'

const HASH = `encode(sha256(convert_to(c.identity::text, 'UTF8')), 'hex')`

/** For terms `t`: they name a version that does not exist, or print another one. */
export const MISPRINTED = `t.terms #> '{lender,creditor}' IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM creditors c WHERE c.id = t.terms #>> '{lender,creditor,id}'
    AND to_jsonb(c.version) = t.terms #> '{lender,creditor,version}'
    AND c.identity = (t.terms -> 'lender') - 'creditor' - 'registration' - 'supervisor'
      || jsonb_build_object('register_number', t.terms #> '{lender,registration}',
        'supervisory_authority', t.terms #> '{lender,supervisor}',
        'legal_form', t.terms #> '{lender,creditor,legal_form}',
        'tax_id', t.terms #> '{lender,creditor,tax_id}'))`

/** For an order `o` under the terms `t`: a signed document names another creditor. */
export const MISNAMED = `EXISTS (SELECT 1 FROM documents d
  WHERE d.store_id = o.store_id AND d.order_id = o.id AND d.erased_at IS NULL
    AND t.terms #> '{lender,creditor}' IS NOT NULL
    AND position('<p>' || (t.terms #>> '{lender,creditor,id}') || '/'
      || (t.terms #>> '{lender,creditor,version}') || '</p>' IN d.html) = 0)`

export const creditorChecks: readonly WholeCheck[] = [
  {
    invariant: 'L2',
    title: 'a version of a creditor was made by its action',
    query: `SELECT '' AS store_id, c.id AS order_id FROM creditors c
      LEFT JOIN actions a ON a.id = c.action_id
      WHERE (a.outcome = 'done' AND (a.object_kind, a.object_id) = ('creditor', c.id)
        AND (a.mode = 'sandbox') = c.sandbox
        AND a.action = CASE c.version WHEN 1 THEN 'creditor.create' ELSE 'creditor.change' END
        AND a.changes #>> '{identity_hash,new}' = ${HASH}) IS NOT TRUE`,
  },
  {
    invariant: 'L6',
    title: 'versions of a creditor follow each other without a gap, in its mode',
    query: `SELECT '' AS store_id, c.id AS order_id FROM creditors c
      WHERE c.version > 1 AND NOT EXISTS (SELECT 1 FROM creditors x WHERE x.id = c.id
        AND x.version = c.version - 1 AND x.sandbox = c.sandbox)`,
  },
]
