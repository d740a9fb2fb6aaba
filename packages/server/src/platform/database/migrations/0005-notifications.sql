-- The outbox: what the store has to be told, written in the transaction that made it true.
CREATE TABLE notifications (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL,
  id text NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('confirmation', 'information')),
  url text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'abandoned')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  deadline timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, sequence),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX notifications_due ON notifications (next_attempt_at) WHERE state = 'waiting';

CREATE TABLE notification_attempts (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  failure text,
  response text,
  PRIMARY KEY (store_id, order_id, sequence, number),
  FOREIGN KEY (store_id, order_id, sequence) REFERENCES notifications (store_id, order_id, sequence)
);
