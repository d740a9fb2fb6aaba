-- One stream of events per store and mode. A placed event has its position in it, gapless and in the order of each order's
-- sequence; who reads on from a position skips nothing (decision 0025).
DROP INDEX store_events_subject;
ALTER TABLE events
  ADD COLUMN sandbox boolean,
  ADD COLUMN position bigint CHECK (position > 0),
  -- What happened to no order happened to this, such as the id of a key.
  ADD COLUMN subject text;
ALTER TABLE events DROP CONSTRAINT events_pkey;
ALTER TABLE events ALTER COLUMN order_id DROP NOT NULL, ALTER COLUMN sequence DROP NOT NULL;
UPDATE events e SET sandbox = o.sandbox FROM orders o WHERE o.store_id = e.store_id AND o.id = e.order_id;
INSERT INTO events (store_id, sandbox, id, type, subject, data, created_at)
  SELECT store_id, sandbox, id, type, subject, data, created_at FROM store_events;
DROP TABLE store_events;
UPDATE events e SET position = p.position
FROM (
  SELECT store_id, id, row_number() OVER (PARTITION BY store_id, sandbox
    ORDER BY reached, order_id NULLS FIRST, sequence, id) AS position
  FROM (SELECT store_id, sandbox, id, order_id, sequence,
      CASE WHEN order_id IS NULL THEN created_at
        ELSE max(created_at) OVER (PARTITION BY store_id, order_id ORDER BY sequence) END AS reached
    FROM events) r) p
WHERE p.store_id = e.store_id AND p.id = e.id;

ALTER TABLE events
  ALTER COLUMN sandbox SET NOT NULL,
  ADD PRIMARY KEY (store_id, id),
  ADD CONSTRAINT events_of_order_or_store CHECK
    ((order_id IS NULL) = (sequence IS NULL) AND (order_id IS NULL) = (subject IS NOT NULL));
CREATE UNIQUE INDEX events_of_order ON events (store_id, order_id, sequence) WHERE order_id IS NOT NULL;
CREATE UNIQUE INDEX events_placed ON events (store_id, sandbox, position) WHERE position IS NOT NULL;
CREATE INDEX events_unplaced ON events (store_id, sandbox) WHERE position IS NULL;
CREATE INDEX events_of_store ON events (store_id, sandbox, type, subject, created_at DESC) WHERE order_id IS NULL;

-- The end of each stream. Whoever places events, or changes who is told of them, holds this row.
CREATE TABLE event_streams (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  PRIMARY KEY (store_id, sandbox)
);
INSERT INTO event_streams (store_id, sandbox, position)
  SELECT s.id, m.sandbox, coalesce((SELECT max(e.position) FROM events e
    WHERE e.store_id = s.id AND e.sandbox = m.sandbox), 0)
  FROM stores s CROSS JOIN (VALUES (true), (false)) m (sandbox);

CREATE TRIGGER events_placed_once BEFORE UPDATE ON events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL
    OR (OLD.store_id, OLD.sandbox, OLD.id, OLD.type, OLD.data, OLD.created_at, OLD.order_id, OLD.sequence, OLD.subject)
      IS DISTINCT FROM
      (NEW.store_id, NEW.sandbox, NEW.id, NEW.type, NEW.data, NEW.created_at, NEW.order_id, NEW.sequence, NEW.subject))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_append_only BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_not_emptied BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
