-- compatible-from: 1

-- ## The lender

-- Keys of the lender's programs (decision 0111). Of a key only its hash and a hint are here.
CREATE TABLE lender_keys (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  mode text NOT NULL CHECK (mode IN ('sandbox', 'live')),
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- Its first and last characters.
  hint text NOT NULL CHECK (hint ~ '^lk_' AND length(hint) <= 16),
  scopes text[] NOT NULL CHECK (cardinality(scopes) BETWEEN 1 AND 100
    AND array_position(scopes, NULL) IS NULL),
  -- Addresses and ranges from which it may be used; null: any, in the sandbox.
  addresses text[]
    CHECK (cardinality(addresses) BETWEEN 1 AND 50 AND array_position(addresses, NULL) IS NULL),
  -- The person whose key it is; null: of before there were people.
  owner_id text,
  -- The person who made it; null: the command line.
  maker_id text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  CONSTRAINT lender_keys_end CHECK (expires_at > created_at
    AND expires_at <= created_at + interval '365 days'),
  CONSTRAINT lender_keys_live CHECK (mode = 'sandbox' OR addresses IS NOT NULL)
);
CREATE INDEX lender_keys_listed ON lender_keys (created_at DESC, id DESC);

-- Answers are kept for the lender's principals as for stores, under their kind and id.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_store_id_fkey;

-- What the lender lists over all stores, newest first (decision 0112).
CREATE INDEX orders_of_lender ON orders (sandbox, created_at DESC, id DESC)
  WHERE state NOT IN ('in_process', 'ko');
CREATE INDEX decisions_of_lender ON decisions (sandbox, created_at DESC, id DESC);
CREATE INDEX decisions_id ON decisions (id);
CREATE INDEX payouts_of_lender ON payouts (sandbox, created_at DESC, id DESC);
CREATE INDEX payouts_id ON payouts (id);
CREATE INDEX actions_of_lender ON actions (at DESC, id DESC);

-- Few: what is due and unpaid. By it the loans that are behind are found, and how far.
CREATE INDEX instalments_overdue ON instalments (store_id, order_id) INCLUDE (due_on, reopened_on,
  capital, interest, fee, late_charge, settled_capital, settled_interest, settled_fee, settled_late_charge)
  WHERE due AND paid_on IS NULL AND NOT dropped;
