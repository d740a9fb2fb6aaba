-- Keys: a public one is public and is kept as it is; of a private one its hash and a hint of it are kept.
ALTER TABLE api_keys
  ADD COLUMN public_key text CHECK (public_key ~ '^pk_[a-z2-7]{56}$'),
  ADD COLUMN hint text CHECK (length(hint) BETWEEN 1 AND 16),
  ADD CONSTRAINT api_keys_only_public_in_plain CHECK (public_key IS NULL OR kind = 'public'),
  ADD CONSTRAINT api_keys_name CHECK (length(name) BETWEEN 1 AND 255),
  ADD CONSTRAINT api_keys_scopes CHECK (CASE kind WHEN 'public' THEN cardinality(scopes) = 0
    ELSE scopes <@ ARRAY['orders:read', 'orders:write', 'refunds:write', 'campaigns:write', 'settings:write',
      'events:read'] END);

-- What happened to a store and to none of its orders.
CREATE TABLE store_events (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  id text NOT NULL,
  type text NOT NULL CHECK (type ~ '^[a-z_]+\.[a-z_]+$'),
  -- What it happened to, such as the id of a key.
  subject text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, id)
);
CREATE INDEX store_events_subject ON store_events (store_id, sandbox, type, subject, created_at DESC);
