-- An order from the checkout's creation on. Amounts are minor units. The sums are a cache of the rows below and of the
-- ledger; every bound of contract §7 stands here once more as a CHECK.
CREATE TABLE orders (
  store_id text NOT NULL REFERENCES stores (id),
  id text NOT NULL,
  sandbox boolean NOT NULL,
  mid text NOT NULL CHECK (length(mid) BETWEEN 1 AND 128),
  state text NOT NULL CHECK (state IN
    ('in_process', 'challenge_required', 'confirmation_required', 'confirmed', 'cancelled', 'ko')),
  status_reason text NOT NULL,
  product text CHECK (product IN ('instalments', 'pay_in_4', 'pay_later')),
  num_instalments smallint,
  nominal_rate integer CHECK (nominal_rate BETWEEN 0 AND 10000),
  currency text NOT NULL,
  approved_amount bigint NOT NULL CHECK (approved_amount BETWEEN 1 AND 1000000000000),
  total_amount bigint NOT NULL CHECK (total_amount BETWEEN 1 AND approved_amount),
  voided_amount bigint NOT NULL DEFAULT 0 CHECK (voided_amount >= 0),
  captured_amount bigint NOT NULL DEFAULT 0 CHECK (captured_amount >= 0),
  refunded_captured_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_captured_amount >= 0),
  refunded_uncaptured_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_uncaptured_amount >= 0),
  warnings jsonb NOT NULL DEFAULT '[]',
  version integer NOT NULL DEFAULT 0,
  event_sequence bigint NOT NULL DEFAULT 0,
  ledger_sequence bigint NOT NULL DEFAULT 0,
  ledger_head text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  confirmed_at timestamptz,
  expires_at timestamptz,
  expired_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (store_id, id),
  CONSTRAINT orders_refunds_within_captures CHECK (refunded_captured_amount <= captured_amount),
  CONSTRAINT orders_settled_within_total CHECK
    (voided_amount + refunded_uncaptured_amount + captured_amount <= total_amount),
  CONSTRAINT orders_unconfirmed_untouched CHECK
    (confirmed_at IS NOT NULL OR voided_amount + captured_amount + refunded_uncaptured_amount = 0),
  CONSTRAINT orders_settled_is_cancelled CHECK (confirmed_at IS NULL OR
    (voided_amount + refunded_captured_amount + refunded_uncaptured_amount = total_amount) = (state = 'cancelled'))
);
CREATE UNIQUE INDEX orders_id ON orders (id);
CREATE INDEX orders_mid ON orders (store_id, sandbox, mid, created_at DESC);
CREATE UNIQUE INDEX orders_mid_taken ON orders (store_id, sandbox, mid)
  WHERE state IN ('challenge_required', 'confirmation_required', 'confirmed', 'cancelled');
CREATE INDEX orders_listed ON orders (store_id, sandbox, created_at DESC, id DESC)
  WHERE state NOT IN ('in_process', 'ko');
CREATE INDEX orders_due ON orders (expires_at) WHERE expires_at IS NOT NULL;

-- What the store and the buyer sent: read with the order, hardly ever written.
CREATE TABLE order_details (
  store_id text NOT NULL,
  order_id text NOT NULL,
  request jsonb NOT NULL,
  merchant jsonb NOT NULL,
  articles jsonb NOT NULL,
  shipping jsonb,
  billing jsonb,
  customer jsonb NOT NULL,
  buyer jsonb,
  requested_product text,
  tax_rate integer,
  discount bigint,
  discount_rate integer,
  offer jsonb,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);

CREATE TABLE captures (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL,
  sequence bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  refunded_amount bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CHECK (refunded_amount BETWEEN 0 AND amount)
);

CREATE TABLE voids (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL,
  sequence bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  origin text NOT NULL CHECK (origin IN ('store', 'cancel', 'lapse')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);

-- One row per refund, on whichever level; its pieces on captures follow in capture_refunds.
CREATE TABLE refunds (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL,
  sequence bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  from_captures bigint NOT NULL CHECK (from_captures >= 0),
  from_uncaptured bigint NOT NULL CHECK (from_uncaptured >= 0),
  credit_to_customer bigint NOT NULL CHECK (credit_to_customer >= 0),
  origin text NOT NULL CHECK (origin IN ('order', 'capture', 'cancel')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CHECK (amount = from_captures + from_uncaptured)
);

CREATE TABLE capture_refunds (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL,
  refund_id text NOT NULL,
  capture_id text NOT NULL,
  position integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  pending_amount bigint NOT NULL CHECK (pending_amount >= 0),
  accrual_date date NOT NULL,
  credit_to_customer bigint NOT NULL CHECK (credit_to_customer >= 0),
  completed boolean NOT NULL,
  completed_but_defaults boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id, refund_id) REFERENCES refunds (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id, capture_id) REFERENCES captures (store_id, order_id, id)
);

CREATE TABLE events (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, sequence),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
