-- The capture of capture-order.ts as one statement by hand: what the service reads, checks and
-- writes, row for row, without leaving the database; the store's terms make no costs. Colons stand apart from letters, because
-- pgbench would take what follows for a variable.
\set number random(1, :orders)
WITH locked AS MATERIALIZED (
  SELECT o.*, date_trunc('milliseconds', now()) AS at,
    lpad(to_hex(extract(epoch FROM now())::bigint), 8, '0')
      || right(replace(gen_random_uuid()::text, '-', ''), 24) AS capture_id,
    lpad(to_hex(extract(epoch FROM now())::bigint), 8, '0')
      || right(replace(gen_random_uuid()::text, '-', ''), 24) AS event_id,
    lpad(to_hex(extract(epoch FROM now())::bigint), 8, '0')
      || right(replace(gen_random_uuid()::text, '-', ''), 24) AS line_id
  FROM orders o
  WHERE o.store_id = :store::text AND o.sandbox AND o.state = 'confirmed'
    AND o.id = :prefix::text || right(md5(:number::text), 24)
    AND o.total_amount - o.voided_amount - o.refunded_uncaptured_amount - o.captured_amount
      >= :amount::bigint
  FOR UPDATE),
decided AS MATERIALIZED (
  SELECT l.*, encode(sha256(convert_to(concat_ws('|', l.ledger_head, l.store_id, l.id,
      l.ledger_sequence + 1, 'capture', l.capture_id, l.currency,
      to_char(l.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":"MI":"SS.US"Z"'),
      '1' || ':' || 'uncaptured>store_payable' || ':' || :amount::bigint, p.plan_hash),
      'UTF8')), 'hex') AS hash, p.plan_hash,
    l.captured_amount + :amount::bigint AS captured_after,
    l.total_amount - l.voided_amount - l.refunded_uncaptured_amount - l.captured_amount
      - :amount::bigint AS remaining,
    l.refunded_captured_amount + l.refunded_uncaptured_amount AS refunded
  FROM locked l CROSS JOIN LATERAL (
    SELECT encode(sha256(convert_to(string_agg(concat_ws('|', i.number, i.kind, i.due_on,
        coalesce(i.reopened_on::text, ''), i.capital, CASE WHEN i.due THEN i.interest ELSE 0 END,
        i.fee, i.late_charge, i.settled_capital, i.settled_interest, i.settled_fee,
        i.settled_late_charge), E'\n' ORDER BY i.number), 'UTF8')), 'hex') AS plan_hash
    FROM instalments i WHERE i.store_id = l.store_id AND i.order_id = l.id) p),
updated AS (
  UPDATE orders o SET captured_amount = d.captured_after, version = d.version + 1,
    capture_count = d.capture_count + 1,
    event_sequence = d.event_sequence + 1, ledger_sequence = d.ledger_sequence + 1,
    ledger_head = d.hash
  FROM decided d
  WHERE o.store_id = :store::text AND o.id = d.id),
started AS (
  UPDATE loans l SET starts_on = l.confirmed_on, accrued_until = l.confirmed_on,
    due_at = ((SELECT min(i.due_on) FROM instalments i
      WHERE i.store_id = l.store_id AND i.order_id = l.order_id) + interval '8 hours')
      AT TIME ZONE l.time_zone
  FROM decided d
  WHERE d.capture_count = 0 AND l.store_id = d.store_id AND l.order_id = d.id),
entry AS (
  INSERT INTO ledger_entries (store_id, order_id, sequence, kind, effect_id, currency, created_at,
    previous_hash, hash, content_hash)
  SELECT store_id, id, ledger_sequence + 1, 'capture', capture_id, currency, at, ledger_head, hash,
    plan_hash
  FROM decided),
posting AS (
  INSERT INTO ledger_postings (store_id, order_id, sequence, number, debit, credit, amount)
  SELECT store_id, id, ledger_sequence + 1, 1, 'uncaptured', 'store_payable', :amount::bigint
  FROM decided),
line AS (
  INSERT INTO settlement_lines (store_id, sandbox, id, type, order_id, event_sequence,
    ledger_sequence, effect_id, currency, amount, net, created_at)
  SELECT store_id, sandbox, line_id, 'capture', id, event_sequence + 1, ledger_sequence + 1,
    capture_id, currency, :amount::bigint, :amount::bigint, at
  FROM decided),
event AS (
  INSERT INTO events (store_id, sandbox, order_id, sequence, ledger_sequence, id, type, data,
    created_at)
  SELECT store_id, sandbox, id, event_sequence + 1, ledger_sequence + 1, event_id,
    'order.captured', jsonb_build_object('effect_id', capture_id, 'mid', mid, 'currency', currency, 'amount', :amount::bigint,
    'status', CASE WHEN remaining > 0 THEN 'processing' ELSE 'complete' END,
    'financing_status', 'ok', 'status_reason', status_reason, 'total_amount', total_amount,
    'captured_amount', captured_after, 'voided_amount', voided_amount, 'refunded_amount', refunded,
    'remaining_capture_amount', remaining,
    'remaining_refund_amount', total_amount - voided_amount - refunded), at
  FROM decided),
capture AS (
  INSERT INTO captures (store_id, order_id, id, sequence, amount, refunded_amount, created_at)
  SELECT store_id, id, capture_id, event_sequence + 1, :amount::bigint, 0, at FROM decided)
SELECT capture_id, at, remaining FROM decided;
