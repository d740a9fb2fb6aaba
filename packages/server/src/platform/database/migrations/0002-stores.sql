-- Stores, their keys, and the answers kept for repeated requests.
CREATE TABLE stores (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  time_zone text NOT NULL,
  settings jsonb NOT NULL,
  notification_secret text NOT NULL,
  notification_secret_previous text,
  notification_secret_previous_until timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE api_keys (
  store_id text NOT NULL REFERENCES stores (id),
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('private', 'public')),
  name text NOT NULL,
  hash text NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (store_id, id)
);

CREATE TABLE idempotency_keys (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  order_id text,
  effect_sequence bigint,
  status smallint NOT NULL CHECK (status BETWEEN 200 AND 299),
  body text,
  location text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
CREATE UNIQUE INDEX idempotency_keys_effect ON idempotency_keys (store_id, order_id, effect_sequence)
  WHERE order_id IS NOT NULL;
