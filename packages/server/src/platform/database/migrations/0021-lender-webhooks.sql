-- compatible-from: 1

-- ## Webhooks of the lender

-- Rows of the lender as the tables of stores have them (`webhook_endpoints` and so on): one code
-- reads and writes both, and what is much for one delays nothing of the other (record 0148). In
-- place of a store stands the word `lender`.

-- How far the chain of actions was told: a place of it times 10,000, and of one action the number
-- of the event. Whoever tells more, or changes who is told, holds this row.
CREATE TABLE lender_streams (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  PRIMARY KEY (store_id, sandbox),
  CHECK (store_id = 'lender')
);

CREATE TABLE lender_endpoints (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  id text NOT NULL,
  name text CHECK (length(name) BETWEEN 1 AND 255),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- Null: all types, also those that come later.
  types text[] CHECK (cardinality(types) > 0 AND array_position(types, NULL) IS NULL),
  -- Of the payload, as it was when the endpoint was made.
  version text NOT NULL CHECK (version ~ '^v[1-9][0-9]*$'),
  -- Encrypted; the one before it signs as well for a while.
  secret text NOT NULL,
  secret_previous text,
  secret_previous_until timestamptz,
  state text NOT NULL CHECK (state IN ('enabled', 'disabled', 'deleted')),
  -- Who or what disabled it: its owner (`store`, as in the table of stores), an answer 410, days of
  -- failure.
  disabled_reason text CHECK (disabled_reason IN ('store', 'gone', 'failing')),
  disabled_at timestamptz,
  -- The first failure after the last success, and how many attempts failed since then.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  CHECK (store_id = 'lender'),
  CHECK ((secret_previous IS NULL) = (secret_previous_until IS NULL)),
  CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL) AND (state = 'disabled') = (disabled_at IS NOT NULL))
);

-- What an endpoint receives, from which position of the stream on.
CREATE TABLE lender_subscriptions (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  from_position bigint NOT NULL CHECK (from_position >= 0),
  enabled boolean NOT NULL,
  -- Null: all.
  types text[],
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, endpoint_id, from_position),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES lender_endpoints (store_id, id)
);

-- One event for one endpoint. Of an order's open ones the oldest waits, the others are queued.
CREATE TABLE lender_deliveries (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  order_id text,
  -- Of the event in the stream; null for an example.
  position bigint CHECK (position > 0),
  -- What is posted, an example or not: an event of the lender has no row of its own.
  example_body text,
  state text NOT NULL CHECK (state IN ('queued', 'waiting', 'delivered', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Attempts since the last replay, which begins the retries anew.
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND attempts),
  -- Replayed by hand: it waits for no other of its order, and none waits for it.
  out_of_turn boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz,
  deadline timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (store_id, endpoint_id, id),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES lender_endpoints (store_id, id),
  CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CHECK ((state IN ('delivered', 'failed', 'cancelled')) = (settled_at IS NOT NULL)),
  CHECK (example_body IS NOT NULL)
);
CREATE UNIQUE INDEX lender_deliveries_once ON lender_deliveries (store_id, endpoint_id, position)
  WHERE position IS NOT NULL;
CREATE INDEX lender_deliveries_listed ON lender_deliveries (store_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX lender_deliveries_open ON lender_deliveries (store_id, endpoint_id, order_id, position)
  WHERE state IN ('queued', 'waiting');
CREATE INDEX lender_deliveries_next ON lender_deliveries (endpoint_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
-- When a person is erased, what was answered about their orders is.
CREATE INDEX lender_deliveries_of_order ON lender_deliveries (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE lender_attempts (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  -- Of the answer, or why there was none.
  status integer,
  failure text,
  response text,
  PRIMARY KEY (store_id, endpoint_id, delivery_id, number),
  FOREIGN KEY (store_id, endpoint_id, delivery_id) REFERENCES lender_deliveries (store_id, endpoint_id, id),
  CHECK ((status IS NULL) = (failure IS NOT NULL))
);

-- ## Approvals that nobody decides

ALTER TABLE approvals
  -- When an event said that its time is nearly over.
  ADD COLUMN announced_at timestamptz;
