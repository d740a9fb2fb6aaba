-- What is asked of a payment provider, or was received by hand. A row is written before the provider is asked, its id is
-- the key of the request, and its outcome is settled under the order's lock (decision 0036). Amounts are minor units.
CREATE TABLE payments (
  store_id text NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('authorisation', 'charge', 'return', 'transfer')),
  state text NOT NULL,
  -- An authorisation of nothing asks whether the card is good.
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000000),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Null: no provider had a part in it.
  provider text,
  -- The authorisation that a charge takes from.
  authorisation_id text,
  reference text,
  reason text CHECK (reason IN
    ('declined', 'insufficient_funds', 'expired_card', 'invalid_card', 'refused', 'never_arrived')),
  -- The provider may still take back what it said.
  provisional boolean NOT NULL DEFAULT false,
  asks integer NOT NULL DEFAULT 0 CHECK (asks >= 0),
  -- When the provider is asked what became of it; null: there is nothing to ask.
  ask_at timestamptz,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  FOREIGN KEY (store_id, authorisation_id) REFERENCES payments (store_id, id),
  CONSTRAINT payments_state CHECK (CASE kind
    WHEN 'authorisation' THEN state IN ('open', 'held', 'failed', 'used', 'releasing', 'released')
    WHEN 'charge' THEN state IN ('open', 'succeeded', 'failed', 'charged_back')
    WHEN 'return' THEN state IN ('open', 'succeeded', 'failed', 'charged_back')
    ELSE state IN ('succeeded', 'charged_back') END),
  CONSTRAINT payments_amount CHECK (amount > 0 OR kind = 'authorisation'),
  CONSTRAINT payments_provider CHECK ((provider IS NULL) = (kind = 'transfer')),
  CONSTRAINT payments_takes_from CHECK (authorisation_id IS NULL OR kind = 'charge'),
  CONSTRAINT payments_settled CHECK ((state = 'open') = (settled_at IS NULL)),
  CONSTRAINT payments_open_is_asked CHECK (state NOT IN ('open', 'releasing') OR ask_at IS NOT NULL),
  CONSTRAINT payments_failed_says_why CHECK (state <> 'failed' OR reason IS NOT NULL),
  CONSTRAINT payments_provider_answered CHECK
    (state NOT IN ('held', 'succeeded', 'charged_back') OR kind = 'transfer' OR reference IS NOT NULL)
);
CREATE INDEX payments_of_order ON payments (store_id, order_id, created_at, id);
CREATE INDEX payments_asked ON payments (ask_at) WHERE ask_at IS NOT NULL;
-- Never two at once: who does not know what became of one asks for no other.
CREATE UNIQUE INDEX payments_open ON payments (store_id, order_id, kind) WHERE state = 'open';
CREATE UNIQUE INDEX payments_used_once ON payments (store_id, authorisation_id)
  WHERE authorisation_id IS NOT NULL;

-- How the buyer of an order pays: what the provider keeps of his card is encrypted, its number nobody here ever sees.
CREATE TABLE payment_methods (
  store_id text NOT NULL,
  order_id text NOT NULL,
  provider text NOT NULL,
  token text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  expiry text NOT NULL CHECK (expiry ~ '^[0-9]{2}/[0-9]{2}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);

-- The sandbox's payment provider. Nothing but its own code reads or writes these tables, as if they were elsewhere: they
-- refer to nothing, and a number of a card is not in them.
CREATE TABLE sandbox_provider_cards (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  token text NOT NULL CHECK (token ~ '^card_[0-9a-f]{32}$'),
  behaviour text NOT NULL,
  -- The charge that fails, where one does.
  failing_charge smallint CHECK (failing_charge > 0),
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  expiry text NOT NULL CHECK (expiry ~ '^[0-9]{2}/[0-9]{2}$'),
  expires_at timestamptz NOT NULL,
  charges integer NOT NULL DEFAULT 0 CHECK (charges >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, token)
);
CREATE TABLE sandbox_provider_requests (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('authorise', 'charge', 'release', 'refund')),
  token text NOT NULL,
  authorisation text,
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  reference text NOT NULL,
  -- What it answers, and from a moment on something else.
  state text NOT NULL CHECK (state IN ('succeeded', 'failed', 'unknown', 'lost')),
  reason text,
  later_state text CHECK (later_state IN ('succeeded', 'failed')),
  later_reason text,
  later_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, key),
  CHECK ((later_state IS NULL) = (later_at IS NULL)),
  CHECK (state <> 'unknown' OR later_state IS NOT NULL)
);
CREATE UNIQUE INDEX sandbox_provider_references
  ON sandbox_provider_requests (store_id, sandbox, reference);
-- An authorisation is charged or released once.
CREATE UNIQUE INDEX sandbox_provider_takes
  ON sandbox_provider_requests (store_id, sandbox, authorisation)
  WHERE authorisation IS NOT NULL AND state <> 'failed';
