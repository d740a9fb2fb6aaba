/** SQL of whether the object of the action `a` is missing, or another store's. */
export const OF_NOTHING = `CASE a.object_kind
  WHEN 'api_key' THEN NOT EXISTS (SELECT 1 FROM api_keys k
    WHERE k.store_id = a.store_id AND k.id = a.object_id)
  WHEN 'webhook' THEN NOT EXISTS (SELECT 1 FROM webhook_endpoints w
    WHERE w.store_id = a.store_id AND w.id = a.object_id)
  WHEN 'lender_webhook' THEN NOT EXISTS (SELECT 1 FROM lender_endpoints w
        WHERE w.id = a.object_id)
      WHEN 'order' THEN NOT EXISTS (SELECT 1 FROM orders o
    WHERE o.store_id = a.store_id AND o.id = a.object_id
      AND o.sandbox = (a.mode IS NOT DISTINCT FROM 'sandbox'))
  WHEN 'loan' THEN NOT EXISTS (SELECT 1 FROM orders o
    WHERE o.store_id = a.store_id AND o.id = a.object_id
      AND o.sandbox = (a.mode IS NOT DISTINCT FROM 'sandbox'))
  WHEN 'payout' THEN NOT EXISTS (SELECT 1 FROM payouts p
    WHERE p.store_id = a.store_id AND p.id = a.object_id)
  WHEN 'bank_account' THEN NOT EXISTS (SELECT 1 FROM bank_accounts b
    WHERE b.store_id = a.store_id AND b.id = a.object_id AND b.action_id = a.id)
  WHEN 'creditor' THEN NOT EXISTS (SELECT 1 FROM creditors c
    WHERE c.id = a.object_id AND c.action_id = a.id)
  WHEN 'lender_key' THEN a.store_id IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM lender_keys k WHERE k.id = a.object_id)
  WHEN 'staff' THEN NOT EXISTS (SELECT 1 FROM staff p WHERE p.id = a.object_id)
  WHEN 'session' THEN NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = a.object_id)
  WHEN 'staff_link' THEN NOT EXISTS (SELECT 1 FROM staff_links l WHERE l.id = a.object_id)
  WHEN 'exposure_policy' THEN NOT EXISTS (SELECT 1 FROM exposure_policies p
    WHERE p.version::text = a.object_id)
  WHEN 'approval' THEN NOT EXISTS (SELECT 1 FROM approvals p WHERE p.id = a.object_id)
  WHEN 'approval_policy' THEN NOT EXISTS (SELECT 1 FROM approval_policies p
    WHERE p.mode = a.object_id AND p.action_id = a.id)
  WHEN 'store' THEN a.object_id IS DISTINCT FROM a.store_id
  WHEN 'view' THEN a.store_id IS NOT NULL
  WHEN 'campaign' THEN a.store_id IS NULL
  WHEN 'person' THEN NOT EXISTS (SELECT 1 FROM persons p
    WHERE p.id = a.object_id AND p.sandbox = (a.mode IS NOT DISTINCT FROM 'sandbox'))
    OR a.action = 'person.block' AND NOT EXISTS (SELECT 1 FROM person_blocks k
      WHERE k.person_id = a.object_id AND k.number::text = a.changes #>> '{block,new}')
  WHEN 'log' THEN (a.object_id, a.store_id IS NULL) IS DISTINCT FROM ('finish', true)
  WHEN 'job' THEN NOT EXISTS (SELECT 1 FROM lanes l WHERE l.name = a.object_id)
  WHEN 'search' THEN a.store_id IS NOT NULL
  ELSE a.object_kind IS NOT NULL END`
