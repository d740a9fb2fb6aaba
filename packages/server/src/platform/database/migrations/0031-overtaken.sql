-- compatible-from: 30
-- A message about an order that a newer checkout of the same name has replaced is never sent (decision 0071). Until when an
-- attempt is under way at the latest, and the order whose checkout has overtaken the message.
ALTER TABLE notifications
  ADD COLUMN leased_until timestamptz,
  ADD COLUMN overtaken_by text,
  DROP CONSTRAINT notifications_state_check,
  ADD CONSTRAINT notifications_state
    CHECK (state IN ('waiting', 'delivered', 'abandoned', 'overtaken')) NOT VALID,
  ADD CONSTRAINT notifications_overtaken CHECK (CASE state WHEN 'waiting' THEN overtaken_by IS NULL
    WHEN 'overtaken' THEN overtaken_by IS NOT NULL ELSE true END) NOT VALID,
  ADD CONSTRAINT notifications_overtaken_by
    FOREIGN KEY (store_id, overtaken_by) REFERENCES orders (store_id, id) NOT VALID;
CREATE INDEX notifications_leased ON notifications (store_id, leased_until) WHERE leased_until IS NOT NULL;

-- What still waits of orders that ended before a newer checkout had their name.
UPDATE notifications n SET state = 'overtaken', next_attempt_at = NULL, overtaken_by = y.id
FROM orders x, orders y
WHERE n.state = 'waiting' AND x.store_id = n.store_id AND x.id = n.order_id AND x.state = 'ko'
  AND y.store_id = x.store_id AND y.sandbox = x.sandbox AND y.mid = x.mid AND y.id <> x.id AND y.state <> 'ko';
