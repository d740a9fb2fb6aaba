-- What a store pays: its terms, what was agreed on each order when the buyer signed, and what is booked so far.
UPDATE stores SET settings = jsonb_set(settings, '{products}', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('fee_rate', 0, 'fee_fixed', 0) || each ORDER BY position), '[]')
    FROM jsonb_array_elements(settings -> 'products') WITH ORDINALITY AS listed (each, position)));

ALTER TABLE orders
  ADD COLUMN fee_rate integer NOT NULL DEFAULT 0 CHECK (fee_rate BETWEEN 0 AND 10000),
  ADD COLUMN fee_fixed bigint NOT NULL DEFAULT 0 CHECK (fee_fixed BETWEEN 0 AND 100000000),
  ADD COLUMN fees_on_refund text NOT NULL DEFAULT 'return' CHECK (fees_on_refund IN ('return', 'keep')),
  -- The interest that the buyer does not pay thanks to campaigns.
  ADD COLUMN campaign_cost bigint NOT NULL DEFAULT 0 CHECK (campaign_cost BETWEEN 0 AND 10000000000000),
  ADD COLUMN capture_count integer NOT NULL DEFAULT 0,
  ADD COLUMN fee_booked bigint NOT NULL DEFAULT 0 CHECK (fee_booked >= 0),
  ADD COLUMN campaign_cost_booked bigint NOT NULL DEFAULT 0;

UPDATE orders o SET capture_count = (
    SELECT count(*) FROM captures c WHERE c.store_id = o.store_id AND c.order_id = o.id)
  WHERE captured_amount > 0;

-- What was captured until now cost the store nothing, and stays so.
UPDATE orders o SET campaign_cost = (
    SELECT coalesce(sum((each ->> 'amount')::bigint), 0) FROM jsonb_array_elements(d.offer -> 'discounts') each)
  FROM order_details d
  WHERE d.store_id = o.store_id AND d.order_id = o.id AND o.captured_amount = 0
    AND jsonb_array_length(d.offer -> 'discounts') > 0;

ALTER TABLE orders
  ADD CONSTRAINT orders_captures_counted CHECK ((capture_count > 0) = (captured_amount > 0)
    AND capture_count BETWEEN 0 AND captured_amount),
  ADD CONSTRAINT orders_campaign_cost_booked CHECK (campaign_cost_booked BETWEEN 0 AND campaign_cost),
  ADD CONSTRAINT orders_only_captures_cost CHECK
    (state = 'confirmed' AND capture_count > 0 OR fee_booked = 0 AND campaign_cost_booked = 0);

-- The store's commercial transactions: each line is a change of what it is paid, so that their nets sum to the balance
-- of `store_payable`. Of one operation on an order there is one line of a type at most. Append-only, as the ledger.
CREATE TABLE settlement_lines (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN
    ('capture', 'void', 'refund', 'cancel', 'edit', 'fee', 'campaign_cost', 'payout')),
  -- Null for a payout, and the operation's first event with it.
  order_id text,
  event_sequence bigint,
  -- The entry that moved the money, in the chain of the order; null where there is none.
  ledger_sequence bigint CHECK (ledger_sequence > 0),
  -- The capture, void, refund, cancel, edit or payout.
  effect_id text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount bigint NOT NULL CHECK (amount > 0),
  net bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, created_at, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT settlement_lines_of_order CHECK
    ((order_id IS NULL) = (type = 'payout') AND (event_sequence IS NULL) = (order_id IS NULL)),
  CONSTRAINT settlement_lines_net CHECK (CASE
    WHEN type = 'capture' THEN net = amount
    WHEN type IN ('void', 'edit') THEN net = 0
    WHEN type IN ('refund', 'cancel') THEN net BETWEEN -amount AND 0
    ELSE abs(net) = amount END)
);
CREATE UNIQUE INDEX settlement_lines_order ON settlement_lines (store_id, order_id, event_sequence, type);

CREATE TRIGGER settlement_lines_append_only BEFORE UPDATE OR DELETE ON settlement_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_lines_not_emptied BEFORE TRUNCATE ON settlement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What happened until now, from the entries that booked it.
INSERT INTO settlement_lines (store_id, sandbox, id, type, order_id, event_sequence, ledger_sequence, effect_id,
  currency, amount, net, created_at)
SELECT n.store_id, o.sandbox,
  lpad(to_hex(extract(epoch FROM n.created_at)::bigint), 8, '0')
    || left(md5(n.store_id || '/' || n.order_id || '/' || n.sequence), 24),
  n.kind, n.order_id, e.sequence, n.sequence, n.effect_id, n.currency, p.amount, p.net, n.created_at
FROM ledger_entries n
  JOIN orders o ON o.store_id = n.store_id AND o.id = n.order_id
  CROSS JOIN LATERAL (
    SELECT sum(p.amount) FILTER (WHERE p.debit IN ('uncaptured', 'store_payable')) AS amount,
      coalesce(sum(p.amount) FILTER (WHERE p.credit = 'store_payable'), 0)
        - coalesce(sum(p.amount) FILTER (WHERE p.debit = 'store_payable'), 0) AS net
    FROM ledger_postings p
    WHERE p.store_id = n.store_id AND p.order_id = n.order_id AND p.sequence = n.sequence) p
  CROSS JOIN LATERAL (
    SELECT min(e.sequence) AS sequence FROM events e
    WHERE e.store_id = n.store_id AND e.order_id = n.order_id AND e.data ->> 'effect_id' = n.effect_id) e
WHERE n.kind IN ('capture', 'void', 'refund', 'edit', 'cancel');
