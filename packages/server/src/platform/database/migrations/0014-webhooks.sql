-- Webhook endpoints: where a store is told of its events, which, and what came of it.
CREATE TABLE webhook_endpoints (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  id text NOT NULL,
  name text CHECK (length(name) BETWEEN 1 AND 255),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- Null: all types, also those that come later.
  types text[] CHECK (cardinality(types) > 0 AND array_position(types, NULL) IS NULL),
  -- Of the payload, as it was when the endpoint was made.
  version text NOT NULL CHECK (version ~ '^v[1-9][0-9]*$'),
  secret text NOT NULL,
  secret_previous text,
  secret_previous_until timestamptz,
  state text NOT NULL CHECK (state IN ('enabled', 'disabled', 'deleted')),
  -- Who or what disabled it: its store, an answer 410, days of failure.
  disabled_reason text CHECK (disabled_reason IN ('store', 'gone', 'failing')),
  disabled_at timestamptz,
  -- The first failure after the last success, and how many attempts failed since then.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  CHECK ((secret_previous IS NULL) = (secret_previous_until IS NULL)),
  CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL) AND (state = 'disabled') = (disabled_at IS NOT NULL))
);
CREATE INDEX webhook_endpoints_listed ON webhook_endpoints (store_id, sandbox, created_at DESC, id DESC)
  WHERE state <> 'deleted';

-- What an endpoint was to be told of, from which position of the stream on: events after `from_position`, up to the next
-- row's. Null types: all. No row is ever changed but one that is overtaken at the same position.
CREATE TABLE webhook_subscriptions (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  from_position bigint NOT NULL CHECK (from_position >= 0),
  enabled boolean NOT NULL,
  types text[],
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, endpoint_id, from_position),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoints (store_id, id)
);

-- One event for one endpoint. Of an order's open ones (`queued`, `waiting`) the oldest waits, the others are queued behind
-- it; an example is no event of the stream and carries its own body.
CREATE TABLE webhook_deliveries (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  order_id text,
  -- Of the event in its stream; null for an example.
  position bigint CHECK (position > 0),
  example_body text,
  state text NOT NULL CHECK (state IN ('queued', 'waiting', 'delivered', 'failed', 'cancelled')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- Attempts since it was last asked for: a replay begins the retries anew.
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND attempts),
  -- Replayed by hand: it waits for no other of its order, and none waits for it.
  out_of_turn boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz,
  deadline timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (store_id, endpoint_id, id),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoints (store_id, id),
  CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CHECK ((state IN ('delivered', 'failed', 'cancelled')) = (settled_at IS NOT NULL)),
  CHECK ((position IS NULL) = (example_body IS NOT NULL))
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (store_id, endpoint_id, position)
  WHERE position IS NOT NULL;
CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (store_id, endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_open ON webhook_deliveries (store_id, endpoint_id, order_id, position)
  WHERE state IN ('queued', 'waiting');
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE state = 'waiting';

CREATE TABLE webhook_attempts (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  delivery_id text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  status integer,
  failure text,
  response text,
  PRIMARY KEY (store_id, endpoint_id, delivery_id, number),
  FOREIGN KEY (store_id, endpoint_id, delivery_id) REFERENCES webhook_deliveries (store_id, endpoint_id, id),
  CHECK ((status IS NULL) = (failure IS NOT NULL))
);
