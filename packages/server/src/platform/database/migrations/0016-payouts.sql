-- Payouts: what a store has earned is paid on its calendar, in each mode and currency. Below zero it is carried into the
-- next. What a payout reckons with is told by places in the stream of events, not by clocks (decision 0030).
UPDATE stores SET settings =
  '{"payout_schedule": {"interval": "weekly", "weekday": "monday", "day": null}}'::jsonb || settings;

-- Whoever pays a store holds its row; it is the end of the chain of `store_entries`, too.
CREATE TABLE payout_calendars (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  -- Null: by hand only.
  next_at timestamptz,
  -- What the events up to here have earned has been paid or is carried.
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  ledger_sequence bigint NOT NULL DEFAULT 0 CHECK (ledger_sequence >= 0),
  ledger_head text NOT NULL DEFAULT '',
  PRIMARY KEY (store_id, sandbox)
);
CREATE INDEX payout_calendars_due ON payout_calendars (next_at) WHERE next_at IS NOT NULL;
INSERT INTO payout_calendars (store_id, sandbox, next_at)
  SELECT s.id, m.sandbox,
    (date_trunc('week', now() AT TIME ZONE s.time_zone) + interval '7 days') AT TIME ZONE s.time_zone
  FROM stores s CROSS JOIN (VALUES (true), (false)) m (sandbox);

CREATE TABLE payout_accounts (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- What is above zero is paid at once.
  carried bigint NOT NULL CHECK (carried <= 0),
  -- How far the last payout reaches, and when it was made.
  paid_position bigint NOT NULL CHECK (paid_position >= 0),
  paid_at timestamptz,
  PRIMARY KEY (store_id, sandbox, currency),
  FOREIGN KEY (store_id, sandbox) REFERENCES payout_calendars (store_id, sandbox),
  CHECK ((paid_position > 0) = (paid_at IS NOT NULL))
);

CREATE TABLE payouts (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  status text NOT NULL CHECK (status = 'paid'),
  -- All that the lines of these events come to: `carried` by then, the rest since.
  amount bigint NOT NULL CHECK (amount > 0),
  carried bigint NOT NULL CHECK (carried <= 0),
  -- It covers the lines of the events after the first place, up to the second one.
  from_position bigint NOT NULL CHECK (from_position >= 0),
  to_position bigint NOT NULL CHECK (to_position > from_position),
  -- When the one before it was made.
  previous_at timestamptz,
  -- Null: by hand.
  due_at timestamptz,
  ledger_sequence bigint NOT NULL CHECK (ledger_sequence > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, sandbox) REFERENCES payout_calendars (store_id, sandbox),
  CHECK ((from_position = 0) = (previous_at IS NULL))
);
CREATE INDEX payouts_listed ON payouts (store_id, sandbox, created_at DESC, id DESC);
-- No line is paid twice: each payout begins where another one ends.
CREATE UNIQUE INDEX payouts_from ON payouts (store_id, sandbox, currency, from_position);
CREATE UNIQUE INDEX payouts_to ON payouts (store_id, sandbox, currency, to_position);

-- The ledger of what happens to a store and to none of its orders: a chain for each mode.
CREATE TABLE store_entries (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind = 'payout'),
  effect_id text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (store_id, sandbox, sequence),
  FOREIGN KEY (store_id, sandbox) REFERENCES payout_calendars (store_id, sandbox)
);
CREATE TABLE store_postings (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  sequence bigint NOT NULL,
  number smallint NOT NULL,
  debit text NOT NULL CHECK (debit = 'store_payable'),
  credit text NOT NULL CHECK (credit = 'cash'),
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (store_id, sandbox, sequence, number),
  FOREIGN KEY (store_id, sandbox, sequence) REFERENCES store_entries (store_id, sandbox, sequence)
);

CREATE TRIGGER payouts_append_only BEFORE UPDATE OR DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_not_emptied BEFORE TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_entries_append_only BEFORE UPDATE OR DELETE ON store_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_entries_not_emptied BEFORE TRUNCATE ON store_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_postings_append_only BEFORE UPDATE OR DELETE ON store_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_postings_not_emptied BEFORE TRUNCATE ON store_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
