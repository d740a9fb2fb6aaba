-- Seals: once a minute what was placed in a stream since the last one is hashed together with the ends that the orders'
-- ledgers had then, so that not even a chain that was rewritten as a whole can pass for the old one (decision 0032).

-- Where the order's ledger ended when this happened: its entry there is found by its key. Of a payout its entry in the
-- store's own chain; null where nothing else is booked without an order.
DROP TRIGGER events_placed_once ON events;
ALTER TABLE events ADD COLUMN ledger_sequence bigint CHECK (ledger_sequence >= 0);
UPDATE events e SET ledger_sequence = l.ended
FROM (
  SELECT e.store_id, e.id,
    coalesce(max(n.sequence) OVER (PARTITION BY e.store_id, e.order_id ORDER BY e.sequence), 0) AS ended
  FROM events e LEFT JOIN ledger_entries n
    ON n.store_id = e.store_id AND n.order_id = e.order_id AND n.effect_id = e.data ->> 'effect_id'
  WHERE e.order_id IS NOT NULL) l
WHERE l.store_id = e.store_id AND l.id = e.id;
UPDATE events e SET ledger_sequence = p.ledger_sequence FROM payouts p
WHERE e.type = 'payout.created' AND p.store_id = e.store_id AND p.id = e.subject;
CREATE TRIGGER events_placed_once BEFORE UPDATE ON events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL
    OR (OLD.store_id, OLD.sandbox, OLD.id, OLD.type, OLD.data, OLD.created_at, OLD.order_id, OLD.sequence, OLD.subject,
        OLD.ledger_sequence)
      IS DISTINCT FROM
      (NEW.store_id, NEW.sandbox, NEW.id, NEW.type, NEW.data, NEW.created_at, NEW.order_id, NEW.sequence, NEW.subject,
        NEW.ledger_sequence))
  EXECUTE FUNCTION refuse_change();

-- The end of the seals of a stream. Whoever seals holds this row; nobody who places events does.
CREATE TABLE seal_heads (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  number bigint NOT NULL DEFAULT 0 CHECK (number >= 0),
  position bigint NOT NULL DEFAULT 0 CHECK (position >= number),
  hash text NOT NULL DEFAULT '',
  sealed_at timestamptz,
  PRIMARY KEY (store_id, sandbox),
  CHECK ((number = 0) = (position = 0) AND (number = 0) = (hash = '')),
  CHECK (number = 0 OR sealed_at IS NOT NULL)
);
-- What happened before there were seals is not late.
INSERT INTO seal_heads (store_id, sandbox, sealed_at) SELECT store_id, sandbox, now() FROM event_streams;

CREATE TABLE seals (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  -- The events that it covers, both included.
  first_position bigint NOT NULL CHECK (first_position > 0),
  last_position bigint NOT NULL,
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  previous_hash text NOT NULL CHECK (previous_hash ~ '^([0-9a-f]{64})?$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, number),
  FOREIGN KEY (store_id, sandbox) REFERENCES seal_heads (store_id, sandbox),
  CHECK (last_position >= first_position),
  CHECK ((number = 1) = (first_position = 1) AND (number = 1) = (previous_hash = ''))
);
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE ON seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seals_not_emptied BEFORE TRUNCATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What waits for its place, order by order: the first of it are a beginning of each order, however much it is.
DROP INDEX events_unplaced;
CREATE INDEX events_unplaced ON events (store_id, sandbox, order_id, sequence) WHERE position IS NULL;
