-- compatible-from: 1
-- The whole schema, chapter by chapter. What holds everywhere:
--
--   Amounts are bigint, in minor units of the currency (cents). Rates are hundredths of a percent:
--   1200 is 12 %. A `timestamptz` is a moment in UTC. A `date` is a day in the store's time zone.
--   `sandbox` is the mode of a row: true for the sandbox, false for live. Ids are 32 hex digits,
--   those of stores and keys are words. `state` is internal, `status` is what the API shows.
--   A table that is append-only refuses changes by trigger, and the auditor proves its contents.

-- ## Functions

-- Fails the statement, and with it the transaction, when an update did not change as many rows as
-- it must.
CREATE FUNCTION expect_rows(actual bigint, expected bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF actual <> expected THEN
    RAISE EXCEPTION 'changed % rows instead of %', actual, expected USING ERRCODE = 'SV001';
  END IF;
  RETURN true;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;

CREATE FUNCTION refuse_change_of_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of actions are never changed or removed';
END
$$;

-- The kid of the key that encrypted a text: `v2.kid.…`, or `0` for a text without one. Null for
-- plain text, such as an answer that holds no secret.
CREATE FUNCTION sealed_kid(sealed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN sealed LIKE 'v2.%' THEN split_part(sealed, '.', 2) WHEN sealed ~ '^[A-Za-z0-9+/]' THEN '0' END
$$;

-- ## Stores and keys

CREATE TABLE stores (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- An IANA name, such as Europe/Madrid: it says where a day of the store begins.
  time_zone text NOT NULL,
  -- As `/me` shows them, defaults included.
  settings jsonb NOT NULL,
  -- These three are encrypted. The secret signs notifications; the one before it stays valid for a
  -- while. The token is what a store compares when it checks no signature.
  notification_secret text NOT NULL,
  notification_secret_previous text,
  notification_secret_previous_until timestamptz,
  notification_token text CHECK (notification_token <> ''),
  created_at timestamptz NOT NULL
);

-- What a buyer's page shows of its store (decision 0078): small, of three kinds, served under a
-- name made of its content.
CREATE TABLE store_logos (
  store_id text PRIMARY KEY REFERENCES stores (id),
  name text NOT NULL CHECK (name ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp')),
  -- As base64.
  content text NOT NULL CHECK (length(content) <= 87384)
);
CREATE INDEX store_logos_by_name ON store_logos (name);

-- A public key is no secret and is stored whole; of a private one only its hash and a hint.
CREATE TABLE api_keys (
  store_id text NOT NULL REFERENCES stores (id),
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('private', 'public')),
  -- Null: both modes.
  mode text CHECK (mode IN ('sandbox', 'live')),
  name text NOT NULL CONSTRAINT api_keys_name CHECK (length(name) BETWEEN 1 AND 255),
  hash text NOT NULL UNIQUE,
  -- Its first and last characters.
  hint text CHECK (length(hint) BETWEEN 1 AND 16),
  public_key text CHECK (public_key ~ '^pk_[a-z2-7]{56}$'),
  scopes text[] NOT NULL,
  -- Addresses and ranges from which it may be used; null: any.
  addresses text[]
    CHECK (cardinality(addresses) BETWEEN 1 AND 50 AND array_position(addresses, NULL) IS NULL),
  -- The key that made it; null: the operator.
  maker_id text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  -- When the store was warned that nobody uses it.
  unused_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (store_id, id),
  CONSTRAINT api_keys_maker FOREIGN KEY (store_id, maker_id) REFERENCES api_keys (store_id, id),
  CONSTRAINT api_keys_only_public_in_plain CHECK (public_key IS NULL OR kind = 'public'),
  CONSTRAINT api_keys_public_anywhere CHECK (kind = 'private' OR addresses IS NULL),
  CONSTRAINT api_keys_scopes CHECK (CASE kind WHEN 'public' THEN cardinality(scopes) = 0
    ELSE scopes <@ ARRAY['orders:read', 'orders:write', 'refunds:write', 'campaigns:write', 'settings:write',
      'keys:write', 'events:read'] END)
);
CREATE INDEX api_keys_made ON api_keys (store_id, maker_id) WHERE maker_id IS NOT NULL;

-- The answers to requests that carried an idempotency key, for seven days.
CREATE TABLE idempotency_keys (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  -- What the answer is about: the order, the place of its event, and the effect. Null: no order.
  order_id text,
  effect_sequence bigint,
  effect_id text,
  status smallint NOT NULL CHECK (status BETWEEN 200 AND 299),
  -- Encrypted where it holds a secret.
  body text,
  location text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
CREATE UNIQUE INDEX idempotency_keys_effect ON idempotency_keys (store_id, order_id, effect_sequence)
  WHERE order_id IS NOT NULL;
CREATE INDEX idempotency_keys_sealed ON idempotency_keys (sealed_kid(body)) WHERE sealed_kid(body) IS NOT NULL;

-- A sandbox store's own time (decision 0038). A store without a row lives in the time of the world.
-- A clock shows `shows`, or what has passed since `runs_since` in addition; it never goes back.
CREATE TABLE test_clocks (
  store_id text PRIMARY KEY REFERENCES stores (id),
  sandbox boolean NOT NULL DEFAULT true CHECK (sandbox),
  shows timestamptz NOT NULL CHECK (shows < '2200-01-01'),
  -- In the time of the world. Null: frozen.
  runs_since timestamptz,
  -- Where a journey is heading that has not arrived yet, and whether the clock runs on from there.
  target timestamptz CHECK (target >= shows AND target < '2200-01-01'),
  runs_on boolean NOT NULL DEFAULT false,
  -- Who does the store's due work at the moment, and until when nobody else may; in the time of the
  -- world.
  worker text,
  held_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (target IS NULL OR runs_since IS NULL),
  CHECK (target IS NOT NULL OR NOT runs_on),
  CHECK ((worker IS NULL) = (held_until IS NULL))
);

-- ## Campaigns

-- Discounts on the buyer's interest. The store pays for them.
CREATE TABLE campaigns (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  id text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  start_at timestamptz NOT NULL,
  -- Null: open-ended.
  end_at timestamptz CHECK (end_at >= start_at),
  -- How much of the interest it takes off: 10000 is all of it.
  interest integer NOT NULL CHECK (interest BETWEEN 0 AND 10000),
  -- True: only for the articles below.
  partial boolean NOT NULL,
  num_instalments smallint[] NOT NULL CHECK (1 <= ALL (num_instalments) AND 60 >= ALL (num_instalments)
    AND cardinality(num_instalments) <= 60 AND array_position(num_instalments, NULL) IS NULL),
  min_order_amount bigint CHECK (min_order_amount BETWEEN 0 AND 1000000000000),
  max_order_amount bigint CHECK (max_order_amount BETWEEN 0 AND 1000000000000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, id),
  CHECK (min_order_amount <= max_order_amount)
);
CREATE INDEX campaigns_listed ON campaigns (store_id, sandbox, created_at DESC, id DESC);

CREATE TABLE campaign_articles (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  campaign_id text NOT NULL,
  -- The store's own id of the article.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- Null: the address that the store sent could not be read.
  url text CHECK (length(url) BETWEEN 1 AND 2048),
  description text CHECK (length(description) <= 2000),
  image_url text CHECK (length(image_url) <= 2048),
  -- What was cut or left out when the store sent it.
  warnings jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, campaign_id, id),
  FOREIGN KEY (store_id, sandbox, campaign_id) REFERENCES campaigns (store_id, sandbox, id)
);
CREATE INDEX campaign_articles_listed
  ON campaign_articles (store_id, sandbox, campaign_id, created_at DESC, id DESC);

-- ## Orders

-- A person as a store knows them, by their document. Erased on request.
CREATE TABLE buyers (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  id text NOT NULL,
  document_country text NOT NULL CHECK (document_country ~ '^[A-Z]{2}$'),
  document_type text NOT NULL CHECK (document_type IN ('nif', 'nie')),
  document_number text NOT NULL CHECK (length(document_number) BETWEEN 1 AND 64),
  -- Null where the number is no number of any country.
  phone_country text CHECK (phone_country ~ '^[A-Z]{2}$'),
  phone_number text NOT NULL CHECK (length(phone_number) BETWEEN 1 AND 32),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, id),
  CONSTRAINT buyers_document UNIQUE (store_id, sandbox, document_number, document_type, document_country)
);

-- An order from the checkout's creation on, with everything that lists filter and sort by. The sums
-- are a cache of the rows below and of the ledger; every bound of the contract stands here once
-- more as a CHECK.
CREATE TABLE orders (
  store_id text NOT NULL REFERENCES stores (id),
  id text NOT NULL,
  sandbox boolean NOT NULL,
  -- The store's own name of the order.
  mid text NOT NULL CHECK (length(mid) BETWEEN 1 AND 128),
  state text NOT NULL CHECK (state IN
    ('in_process', 'challenge_required', 'confirmation_required', 'confirmed', 'cancelled', 'ko')),
  status_reason text NOT NULL,
  -- These two are those of orders/order.ts.
  status text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN state IN ('cancelled', 'ko') THEN 'cancelled'
    WHEN state <> 'confirmed' THEN 'pending'
    WHEN total_amount - voided_amount - refunded_uncaptured_amount - captured_amount > 0 THEN 'processing'
    ELSE 'complete' END) STORED,
  financing_status text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN state = 'ko' THEN 'ko'
    WHEN state IN ('confirmed', 'cancelled') THEN 'ok'
    ELSE 'pending' END) STORED,

  -- What the buyer chose; null before the signature.
  product text CHECK (product IN ('instalments', 'pay_in_4', 'pay_later')),
  num_instalments smallint,
  nominal_rate integer CHECK (nominal_rate BETWEEN 0 AND 10000),

  -- The total can only be lowered from what was approved. What is not voided, refunded or captured
  -- of it is still open.
  currency text NOT NULL,
  approved_amount bigint NOT NULL CHECK (approved_amount BETWEEN 1 AND 1000000000000),
  total_amount bigint NOT NULL CHECK (total_amount BETWEEN 1 AND approved_amount),
  voided_amount bigint NOT NULL DEFAULT 0 CHECK (voided_amount >= 0),
  captured_amount bigint NOT NULL DEFAULT 0 CHECK (captured_amount >= 0),
  refunded_captured_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_captured_amount >= 0),
  refunded_uncaptured_amount bigint NOT NULL DEFAULT 0 CHECK (refunded_uncaptured_amount >= 0),
  -- What the store calls its discounts; they change no other amount.
  discount bigint CHECK (discount BETWEEN 0 AND 1000000000000),
  discount_rate integer CHECK (discount_rate BETWEEN 0 AND 10000),
  -- What is taken with the confirmation; null: nothing.
  downpayment_amount bigint CHECK (downpayment_amount > 0),
  downpayment_state text NOT NULL DEFAULT 'none'
    CHECK (downpayment_state IN ('none', 'pending', 'paid', 'failed')),

  -- What was agreed on captures when the buyer signed: the whole with the confirmation, or within
  -- these days, null: in the product's usual time. What is not captured by `capture_before`
  -- lapses. It is null while and once there is nothing to capture. `lapse_due_at` is the worker's:
  -- first the time of the announcement, then that of the lapse.
  automatic_capture boolean NOT NULL DEFAULT false,
  capture_within smallint CHECK (capture_within BETWEEN 1 AND 365),
  capture_before timestamptz,
  lapse_due_at timestamptz,
  capture_count integer NOT NULL DEFAULT 0,

  -- What the store pays, of each capture a share and a fixed part: as agreed when the buyer signed,
  -- and what of it is booked so far. The campaign cost is the interest that the buyer does not pay
  -- thanks to campaigns.
  fee_rate integer NOT NULL DEFAULT 0 CHECK (fee_rate BETWEEN 0 AND 10000),
  fee_fixed bigint NOT NULL DEFAULT 0 CHECK (fee_fixed BETWEEN 0 AND 100000000),
  fees_on_refund text NOT NULL DEFAULT 'return' CHECK (fees_on_refund IN ('return', 'keep')),
  fee_booked bigint NOT NULL DEFAULT 0 CHECK (fee_booked >= 0),
  campaign_cost bigint NOT NULL DEFAULT 0 CHECK (campaign_cost BETWEEN 0 AND 10000000000000),
  campaign_cost_booked bigint NOT NULL DEFAULT 0,

  -- The person who signed, and the buyer's account at the store as the store describes it.
  buyer_id text,
  account_id text,
  account_email text NOT NULL,
  account_first_name text,
  account_last_name text,
  account_type text CHECK (account_type IN ('guest', 'new', 'existing')),
  -- A number, as the shop counts.
  account_gender smallint CHECK (account_gender BETWEEN 0 AND 3),
  account_last_login timestamptz,
  account_date_joined timestamptz,

  warnings jsonb NOT NULL DEFAULT '[]',
  -- Counts the changes: who writes names the version that they read.
  version integer NOT NULL DEFAULT 0,
  -- The ends of the order's events and of its ledger.
  event_sequence bigint NOT NULL DEFAULT 0,
  ledger_sequence bigint NOT NULL DEFAULT 0,
  ledger_head text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  verified_at timestamptz,
  confirmed_at timestamptz,
  -- When what is unfinished expires; null: nothing is.
  expires_at timestamptz,
  expired_at timestamptz,
  cancelled_at timestamptz,
  PRIMARY KEY (store_id, id),
  CONSTRAINT orders_buyer_known FOREIGN KEY (store_id, sandbox, buyer_id) REFERENCES buyers (store_id, sandbox, id),
  CONSTRAINT orders_refunds_within_captures CHECK (refunded_captured_amount <= captured_amount),
  CONSTRAINT orders_settled_within_total CHECK
    (voided_amount + refunded_uncaptured_amount + captured_amount <= total_amount),
  CONSTRAINT orders_unconfirmed_untouched CHECK
    (confirmed_at IS NOT NULL OR voided_amount + captured_amount + refunded_uncaptured_amount = 0),
  CONSTRAINT orders_settled_is_cancelled CHECK (confirmed_at IS NULL OR
    (voided_amount + refunded_captured_amount + refunded_uncaptured_amount = total_amount) = (state = 'cancelled')),
  CONSTRAINT orders_downpayment_complete CHECK ((downpayment_amount IS NULL) = (downpayment_state = 'none')),
  CONSTRAINT orders_open_has_deadline CHECK ((capture_before IS NOT NULL) = (state = 'confirmed'
    AND total_amount - voided_amount - refunded_uncaptured_amount - captured_amount > 0)),
  CONSTRAINT orders_lapse_due CHECK ((lapse_due_at IS NULL) = (capture_before IS NULL)
    AND lapse_due_at <= capture_before),
  CONSTRAINT orders_captures_counted CHECK ((capture_count > 0) = (captured_amount > 0)
    AND capture_count BETWEEN 0 AND captured_amount),
  CONSTRAINT orders_campaign_cost_booked CHECK (campaign_cost_booked BETWEEN 0 AND campaign_cost),
  CONSTRAINT orders_only_captures_cost CHECK
    (state = 'confirmed' AND capture_count > 0 OR fee_booked = 0 AND campaign_cost_booked = 0)
);
CREATE UNIQUE INDEX orders_id ON orders (id);
CREATE INDEX orders_mid ON orders (store_id, sandbox, mid, created_at DESC);
-- A name is free again once its order was refused or has expired.
CREATE UNIQUE INDEX orders_mid_taken ON orders (store_id, sandbox, mid)
  WHERE state IN ('challenge_required', 'confirmation_required', 'confirmed', 'cancelled');
CREATE INDEX orders_listed ON orders (store_id, sandbox, created_at DESC, id DESC)
  WHERE state NOT IN ('in_process', 'ko');
CREATE INDEX orders_status ON orders (store_id, sandbox, status, created_at DESC, id DESC)
  WHERE state NOT IN ('in_process', 'ko');
CREATE INDEX orders_financing_status ON orders (store_id, sandbox, financing_status, created_at DESC, id DESC)
  WHERE state <> 'in_process';
CREATE INDEX orders_account_email ON orders (store_id, sandbox, lower(account_email COLLATE "C"))
  WHERE state <> 'in_process';
-- Few: letters whose case is not that of ASCII.
CREATE INDEX orders_account_email_other ON orders (store_id, sandbox)
  WHERE state <> 'in_process' AND (octet_length(account_email) > length(account_email))::int = 1;
CREATE INDEX orders_buyer ON orders (store_id, sandbox, buyer_id) WHERE buyer_id IS NOT NULL;
CREATE INDEX orders_due ON orders (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX orders_lapse_due ON orders (lapse_due_at) WHERE lapse_due_at IS NOT NULL;
-- What is due of one sandbox store, whose time may be years ahead of what is due elsewhere.
CREATE INDEX orders_sandbox_due ON orders (store_id, expires_at) WHERE sandbox AND expires_at IS NOT NULL;
CREATE INDEX orders_sandbox_lapse_due ON orders (store_id, lapse_due_at) WHERE sandbox AND lapse_due_at IS NOT NULL;

-- What the store and the buyer sent: read with the order, hardly ever written.
CREATE TABLE order_details (
  store_id text NOT NULL,
  order_id text NOT NULL,
  -- As the store sent it.
  request jsonb NOT NULL,
  merchant jsonb NOT NULL,
  articles jsonb NOT NULL,
  shipping jsonb,
  billing jsonb,
  customer jsonb NOT NULL,
  buyer jsonb,
  requested_product text,
  tax_rate integer,
  -- When what is bought takes place, where that lies after the checkout.
  event_date date,
  -- What the campaigns of the moment take off the interest, fixed at the checkout's creation.
  campaign_discounts jsonb NOT NULL DEFAULT '[]',
  -- The plan and the terms of the loan, as the buyer signed them; the hash is over both and the
  -- documents, and the ledger's entry of the confirmation repeats it.
  offer jsonb,
  loan_terms jsonb,
  signed_hash text CHECK (signed_hash ~ '^[0-9a-f]{64}$'),
  -- The store's words when it rejected the order.
  rejection_reason text CHECK (length(rejection_reason) BETWEEN 1 AND 255),
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);

-- Names that orders had before their store renamed them: they keep resolving.
CREATE TABLE earlier_mids (
  store_id text NOT NULL,
  order_id text NOT NULL,
  mid text NOT NULL CHECK (length(mid) BETWEEN 1 AND 128),
  sandbox boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, mid),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX earlier_mids_mid ON earlier_mids (store_id, sandbox, mid, created_at DESC);

-- A buyer's earlier orders at the store, which sends them with an order.
CREATE TABLE history_entries (
  store_id text NOT NULL,
  order_id text NOT NULL,
  -- The store's own id of the earlier order.
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000000),
  due bigint CHECK (due BETWEEN 0 AND 1000000000000),
  status text NOT NULL CHECK (length(status) BETWEEN 1 AND 255),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 255),
  order_date timestamptz NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  billing jsonb,
  shipping jsonb,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL CHECK (changed_at >= created_at),
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX history_entries_newest ON history_entries (store_id, order_id, order_date DESC, id DESC);

-- ## Captures, voids and refunds

-- `sequence` is that of the order's event that recorded the operation.
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

-- One row per refund, of an order or of a capture; its pieces on captures follow below.
CREATE TABLE refunds (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL,
  sequence bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  from_captures bigint NOT NULL CHECK (from_captures >= 0),
  from_uncaptured bigint NOT NULL CHECK (from_uncaptured >= 0),
  -- What the buyer had paid already, and gets back.
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
  -- Among the pieces of its refund.
  position integer NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  pending_amount bigint NOT NULL CHECK (pending_amount >= 0),
  -- A day of the loan's time zone.
  accrual_date date NOT NULL,
  credit_to_customer bigint NOT NULL CHECK (credit_to_customer >= 0),
  completed boolean NOT NULL,
  completed_but_defaults boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id, refund_id) REFERENCES refunds (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id, capture_id) REFERENCES captures (store_id, order_id, id)
);

-- ## Decisions and documents

-- What was decided on a buyer, by whom, with every reason and all that was judged (decision 0037).
-- No name, no document number, no birthday: when a buyer is erased, nothing here has to go.
CREATE TABLE decisions (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  -- Of the order's decisions (decision 0076): five on data, one with the signature.
  number smallint NOT NULL DEFAULT 1 CHECK (number BETWEEN 1 AND 6),
  sandbox boolean NOT NULL,
  buyer_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('accepted', 'checked', 'refused')),
  decider text NOT NULL CHECK (decider IN ('person', 'rules', 'scorecard')),
  -- Of the rules or the scorecard.
  version text NOT NULL CHECK (length(version) <= 128),
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array'),
  inputs jsonb NOT NULL CHECK (jsonb_typeof(inputs) = 'object'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE UNIQUE INDEX decisions_of_order ON decisions (store_id, order_id, number);
CREATE INDEX decisions_of_buyer ON decisions (store_id, sandbox, buyer_id, created_at);
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_not_emptied BEFORE TRUNCATE ON decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a person made of a refusal.
CREATE TABLE decision_reviews (
  store_id text NOT NULL,
  order_id text NOT NULL,
  decision_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('confirmed', 'overturned')),
  -- Free words may name somebody: this alone may go.
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, decision_id),
  FOREIGN KEY (store_id, order_id, decision_id) REFERENCES decisions (store_id, order_id, id)
);
CREATE TRIGGER decision_reviews_append_only BEFORE DELETE ON decision_reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_reviews_note_only BEFORE UPDATE ON decision_reviews FOR EACH ROW
  WHEN ((OLD.store_id, OLD.order_id, OLD.decision_id, OLD.outcome, OLD.created_at)
    IS DISTINCT FROM (NEW.store_id, NEW.order_id, NEW.decision_id, NEW.outcome, NEW.created_at) OR NEW.note IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_reviews_not_emptied BEFORE TRUNCATE ON decision_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the buyer read and signed, as it was, stored in the transaction of the signature. Whoever
-- holds the page can prove it by its hash.
CREATE TABLE documents (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pre_contract', 'agreement')),
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  sha256 text NOT NULL,
  html text NOT NULL CHECK (length(html) BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, kind),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT documents_hashed CHECK (sha256 = encode(sha256(convert_to(html, 'UTF8')), 'hex'))
);
CREATE UNIQUE INDEX documents_id ON documents (store_id, id);
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER documents_not_emptied BEFORE TRUNCATE ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ## Loans

-- What the buyer owes on an order: its loan, the instalments, what settled which part of them, and
-- what each reduction of the debt did. `receivable`, `buyer_credit`, `written_off` and the incomes
-- are balances of the order's ledger.
CREATE TABLE loans (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sandbox boolean NOT NULL,

  -- The terms, as signed.
  product text NOT NULL CHECK (product IN ('instalments', 'pay_in_4', 'pay_later')),
  nominal_rate integer NOT NULL CHECK (nominal_rate BETWEEN 0 AND 10000),
  -- pay_later: from a capture to its date; pay_in_4: between two dates. Null: monthly.
  term_days smallint CHECK (term_days BETWEEN 1 AND 365),
  time_zone text NOT NULL,
  -- Which instalments become smaller when the debt does: all of them, the last ones, or the next.
  spread text NOT NULL CHECK (spread IN ('spread', 'last', 'next')),
  opening_fee bigint NOT NULL CHECK (opening_fee >= 0),
  late_charge bigint NOT NULL CHECK (late_charge >= 0),
  -- Days after a due date on which the card is charged again.
  retry_days smallint[] NOT NULL,
  late_after_days smallint NOT NULL CHECK (late_after_days > 0),
  write_off_after_days smallint NOT NULL CHECK (write_off_after_days > late_after_days),

  -- Its days. The plan starts with the first capture, or on the day of the event if that is later.
  confirmed_on date NOT NULL,
  event_on date,
  starts_on date CHECK (starts_on >= confirmed_on),
  -- The last day on which the buyer may withdraw.
  withdrawable_until date NOT NULL,
  cancelled_on date,
  withdrawn_on date,
  written_off_on date,
  -- The day of its last operation: nothing is booked on a day before it.
  booked_on date NOT NULL,

  -- Open capital times days of the running period, up to `accrued_until`: minor units times days.
  -- Of a period that ended early, until its last day has passed: a chargeback may resume it.
  accrued bigint NOT NULL CHECK (accrued >= 0),
  accrued_until date,
  -- What of the opening fee no early repayment has looked at yet.
  fee_base bigint NOT NULL CHECK (fee_base BETWEEN 0 AND opening_fee),
  -- The balances of the ledger's accounts; `written_off` is that of credit_loss.
  receivable bigint NOT NULL CHECK (receivable >= 0),
  buyer_credit bigint NOT NULL CHECK (buyer_credit >= 0),
  written_off bigint NOT NULL CHECK (written_off >= 0),
  interest_income bigint NOT NULL CHECK (interest_income >= 0),
  fee_income bigint NOT NULL CHECK (fee_income BETWEEN 0 AND opening_fee),
  late_income bigint NOT NULL CHECK (late_income >= 0),
  -- Ever received, taken back by the payer's bank, and given back to the buyer.
  paid_amount bigint NOT NULL CHECK (paid_amount >= 0),
  charged_back_amount bigint NOT NULL CHECK (charged_back_amount BETWEEN 0 AND paid_amount),
  returned_amount bigint NOT NULL CHECK (returned_amount >= 0),
  -- Since when there is credit to be given back.
  credit_since date,

  -- The last day on which a charge was tried; whether the card is charged without a request: not
  -- after a chargeback.
  tried_on date,
  collecting boolean NOT NULL,
  -- When time has something to do with it next.
  due_at timestamptz,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT loans_credit_since CHECK ((buyer_credit > 0) = (credit_since IS NOT NULL)),
  CONSTRAINT loans_cancelled_cost_nothing CHECK
    (cancelled_on IS NULL OR interest_income + fee_income + late_income = 0),
  CONSTRAINT loans_booked_on CHECK (booked_on >= confirmed_on AND booked_on >= cancelled_on
    AND booked_on >= withdrawn_on AND booked_on >= written_off_on),
  CONSTRAINT loans_withdrawable_until CHECK (withdrawable_until > confirmed_on)
);
CREATE INDEX loans_due ON loans (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE instalments (
  store_id text NOT NULL,
  order_id text NOT NULL,
  number smallint NOT NULL CHECK (number >= 0),
  -- `downpayment`: number 0, due with the confirmation. `capture`: what pay_later owes for one
  -- capture. `withdrawal`: the whole rest after a withdrawal. `charge_back`: what was taken back and
  -- belongs to no other instalment any more.
  kind text NOT NULL CHECK (kind IN ('downpayment', 'instalment', 'capture', 'withdrawal', 'charge_back')),
  -- Until the loan runs, the day on which it would be due if it ran from the confirmation.
  due_on date NOT NULL,
  -- Once it has fallen due, its interest is booked and never changes again.
  due boolean NOT NULL,
  -- What it consists of, and what of that is settled.
  capital bigint NOT NULL,
  interest bigint NOT NULL,
  fee bigint NOT NULL,
  late_charge bigint NOT NULL,
  settled_capital bigint NOT NULL CHECK (settled_capital BETWEEN 0 AND capital),
  settled_interest bigint NOT NULL CHECK (settled_interest BETWEEN 0 AND interest),
  settled_fee bigint NOT NULL CHECK (settled_fee BETWEEN 0 AND fee),
  settled_late_charge bigint NOT NULL CHECK (settled_late_charge BETWEEN 0 AND late_charge),
  late_on date,
  -- Its open part is no longer collected: written off, or its order was cancelled.
  dropped boolean NOT NULL,
  -- The day on which nothing was left open of it.
  paid_on date CHECK (paid_on IS NULL OR NOT dropped),
  -- A chargeback opened it again: it is due again from that day.
  reopened_on date,
  PRIMARY KEY (store_id, order_id, number),
  FOREIGN KEY (store_id, order_id) REFERENCES loans (store_id, order_id),
  CONSTRAINT instalments_paid_is_settled CHECK (paid_on IS NULL OR capital + interest + fee + late_charge
    = settled_capital + settled_interest + settled_fee + settled_late_charge),
  CONSTRAINT instalments_late_is_due CHECK (due OR late_on IS NULL AND late_charge = 0),
  CONSTRAINT instalments_late_after_reopened CHECK (late_on > reopened_on),
  CONSTRAINT instalments_paid_after_reopened CHECK (paid_on >= reopened_on)
);

-- Which part of which instalment was settled by what, and opened again by a chargeback (below
-- zero). Append-only.
CREATE TABLE allocations (
  store_id text NOT NULL,
  order_id text NOT NULL,
  event_sequence bigint NOT NULL,
  position smallint NOT NULL,
  source text NOT NULL CHECK (source IN
    ('payment', 'reduction', 'credit', 'reversal', 'write_off', 'charge_back')),
  source_id text NOT NULL,
  -- Of the instalment.
  number smallint NOT NULL,
  component text NOT NULL CHECK (component IN ('capital', 'interest', 'fee', 'late_charge')),
  amount bigint NOT NULL CHECK (amount <> 0 AND (amount < 0) = (source = 'charge_back')),
  PRIMARY KEY (store_id, order_id, event_sequence, position),
  FOREIGN KEY (store_id, order_id, number) REFERENCES instalments (store_id, order_id, number)
);
CREATE TRIGGER allocations_append_only BEFORE UPDATE OR DELETE ON allocations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER allocations_not_emptied BEFORE TRUNCATE ON allocations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a refund's piece, a void, a lowered total or a cancellation did to the debt. Append-only.
CREATE TABLE reductions (
  store_id text NOT NULL,
  order_id text NOT NULL,
  event_sequence bigint NOT NULL,
  position smallint NOT NULL,
  source_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  -- Capital not due yet that was taken off; what was overdue and settled; what is the buyer's; what
  -- a write-off got back.
  lowered bigint NOT NULL CHECK (lowered >= 0),
  settled bigint NOT NULL CHECK (settled >= 0),
  credit bigint NOT NULL CHECK (credit >= 0),
  recovered bigint NOT NULL CHECK (recovered >= 0),
  PRIMARY KEY (store_id, order_id, event_sequence, position),
  FOREIGN KEY (store_id, order_id) REFERENCES loans (store_id, order_id),
  CONSTRAINT reductions_whole CHECK (amount = lowered + settled + credit + recovered)
);
CREATE TRIGGER reductions_append_only BEFORE UPDATE OR DELETE ON reductions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER reductions_not_emptied BEFORE TRUNCATE ON reductions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ## Payments

-- Money that moves between a buyer and the lender, by a payment provider or by hand. A row is
-- written before the request to the provider, its id is the request's key, and its outcome is
-- settled under the order's lock (decision 0036).
CREATE TABLE payments (
  store_id text NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('authorisation', 'charge', 'return', 'transfer')),
  state text NOT NULL,
  -- An authorisation of nothing finds out whether the card is good.
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000000),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Null: no provider had a part in it.
  provider text,
  -- The authorisation that a charge takes from.
  authorisation_id text,
  -- The provider's.
  reference text,
  reason text CHECK (reason IN
    ('declined', 'insufficient_funds', 'expired_card', 'invalid_card', 'refused', 'never_arrived')),
  -- The provider may still revise its answer.
  provisional boolean NOT NULL DEFAULT false,
  -- How often the provider was queried for the outcome, and when it is next; null: never.
  asks integer NOT NULL DEFAULT 0 CHECK (asks >= 0),
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
-- Never two at once: as long as the outcome of one is unknown, no other is begun.
CREATE UNIQUE INDEX payments_open ON payments (store_id, order_id, kind) WHERE state = 'open';
CREATE UNIQUE INDEX payments_used_once ON payments (store_id, authorisation_id)
  WHERE authorisation_id IS NOT NULL;

-- How the buyer of an order pays: the provider's token of the card, encrypted. The number of the
-- card never comes here.
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
CREATE INDEX payment_methods_sealed ON payment_methods (sealed_kid(token));

-- ## Ledger

-- Double entry. A posting moves one positive amount from its credited to its debited account, so
-- every entry balances by construction; the entries of an order are chained by hash. Append-only.
CREATE TABLE ledger_entries (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN
    ('confirm', 'capture', 'void', 'refund', 'edit', 'cancel',
     'due', 'late', 'payment', 'charge_back', 'credit_return', 'failed_return',
     'withdrawal', 'write_off')),
  -- The capture, void, refund, payment … that it books.
  effect_id text NOT NULL,
  currency text NOT NULL,
  -- Of a confirmation over what was signed; of a change of a loan over the plan that it left
  -- (decision 0074). Null: neither.
  content_hash text CONSTRAINT ledger_entries_content_hash CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (store_id, order_id, sequence),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_postings (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL,
  number smallint NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (store_id, order_id, sequence, number),
  FOREIGN KEY (store_id, order_id, sequence) REFERENCES ledger_entries (store_id, order_id, sequence),
  CHECK (debit <> credit)
);
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_not_emptied BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ## Settlements and payouts

-- The store's commercial transactions: each line is a change of the store's balance, so that their
-- nets sum to that of `store_payable`. One operation on an order has one line of a type at most.
-- Append-only, as the ledger.
CREATE TABLE settlement_lines (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN
    ('capture', 'void', 'refund', 'cancel', 'edit', 'fee', 'campaign_cost', 'payout')),
  -- Null for a payout, and the operation's first event with it.
  order_id text,
  event_sequence bigint,
  -- The entry that moved the money, in the chain of the order; null where there is none.
  ledger_sequence bigint CHECK (ledger_sequence > 0),
  -- The capture, void, refund, cancel, edit or payout.
  effect_id text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  amount bigint NOT NULL CHECK (amount > 0),
  -- The change of what the store is paid.
  net bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, created_at, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT settlement_lines_of_order CHECK
    ((order_id IS NULL) = (type = 'payout') AND (event_sequence IS NULL) = (order_id IS NULL)),
  CONSTRAINT settlement_lines_net CHECK (CASE
    WHEN type = 'capture' THEN net = amount
    WHEN type IN ('void', 'edit') THEN net = 0
    WHEN type IN ('refund', 'cancel') THEN net BETWEEN -amount AND 0
    ELSE abs(net) = amount END)
);
CREATE UNIQUE INDEX settlement_lines_order ON settlement_lines (store_id, order_id, event_sequence, type);
CREATE TRIGGER settlement_lines_append_only BEFORE UPDATE OR DELETE ON settlement_lines
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_lines_not_emptied BEFORE TRUNCATE ON settlement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- When a store is paid. Whoever pays it holds this row, which is the end of the chain of
-- `store_entries`, too.
CREATE TABLE payout_calendars (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  -- Null: by hand only.
  next_at timestamptz,
  -- What the events up to here have earned is paid or carried (decision 0030).
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  ledger_sequence bigint NOT NULL DEFAULT 0 CHECK (ledger_sequence >= 0),
  ledger_head text NOT NULL DEFAULT '',
  PRIMARY KEY (store_id, sandbox)
);
CREATE INDEX payout_calendars_due ON payout_calendars (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE payout_accounts (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Below zero it goes into the next payout; what is above is paid at once.
  carried bigint NOT NULL CHECK (carried <= 0),
  -- How far the last payout reaches, and when it was made.
  paid_position bigint NOT NULL CHECK (paid_position >= 0),
  paid_at timestamptz,
  PRIMARY KEY (store_id, sandbox, currency),
  FOREIGN KEY (store_id, sandbox) REFERENCES payout_calendars (store_id, sandbox),
  CHECK ((paid_position > 0) = (paid_at IS NOT NULL))
);

-- A payout covers events of the stream, not a span of time (decision 0030). Append-only.
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
  -- Its entry in the store's own chain.
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
CREATE TRIGGER payouts_append_only BEFORE UPDATE OR DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_not_emptied BEFORE TRUNCATE ON payouts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The ledger of what happens to a store and to none of its orders: a chain for each mode.
CREATE TABLE store_entries (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind = 'payout'),
  effect_id text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Over the payout (decision 0074).
  content_hash text CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (store_id, sandbox, sequence),
  FOREIGN KEY (store_id, sandbox) REFERENCES payout_calendars (store_id, sandbox)
);
CREATE TRIGGER store_entries_append_only BEFORE UPDATE OR DELETE ON store_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_entries_not_emptied BEFORE TRUNCATE ON store_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

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
CREATE TRIGGER store_postings_append_only BEFORE UPDATE OR DELETE ON store_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_postings_not_emptied BEFORE TRUNCATE ON store_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ## Events and seals

-- One stream of events per store and mode. An event is written without a position, and placed soon
-- after: positions are gapless and in the order of each order's sequence, so that who reads on from
-- a position skips nothing (decision 0025).
CREATE TABLE events (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  id text NOT NULL,
  position bigint CHECK (position > 0),
  type text NOT NULL,
  -- An event concerns an order, in which it has a number, or something else of the store, such as a
  -- key, by its id.
  order_id text,
  sequence bigint,
  subject text,
  data jsonb NOT NULL,
  -- Where the order's ledger ended when this happened. Of a payout its entry in the store's own
  -- chain; null where nothing else is booked without an order.
  ledger_sequence bigint CHECK (ledger_sequence >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT events_of_order_or_store CHECK
    ((order_id IS NULL) = (sequence IS NULL) AND (order_id IS NULL) = (subject IS NOT NULL))
);
CREATE UNIQUE INDEX events_of_order ON events (store_id, order_id, sequence) WHERE order_id IS NOT NULL;
CREATE INDEX events_of_store ON events (store_id, sandbox, type, subject, created_at DESC) WHERE order_id IS NULL;
CREATE UNIQUE INDEX events_placed ON events (store_id, sandbox, position) WHERE position IS NOT NULL;
-- Order by order: the first rows are a beginning of each order, however many wait.
CREATE INDEX events_unplaced ON events (store_id, sandbox, order_id, sequence) WHERE position IS NULL;
CREATE TRIGGER events_placed_once BEFORE UPDATE ON events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL
    OR (OLD.store_id, OLD.sandbox, OLD.id, OLD.type, OLD.data, OLD.created_at, OLD.order_id, OLD.sequence, OLD.subject,
        OLD.ledger_sequence)
      IS DISTINCT FROM
      (NEW.store_id, NEW.sandbox, NEW.id, NEW.type, NEW.data, NEW.created_at, NEW.order_id, NEW.sequence, NEW.subject,
        NEW.ledger_sequence))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_append_only BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_not_emptied BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The end of each stream. Whoever places events, or changes who receives them, holds this row.
CREATE TABLE event_streams (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  PRIMARY KEY (store_id, sandbox)
);

-- The end of the seals of a stream. Whoever seals holds this row; nobody who places events does.
CREATE TABLE seal_heads (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  number bigint NOT NULL DEFAULT 0 CHECK (number >= 0),
  position bigint NOT NULL DEFAULT 0 CHECK (position >= number),
  hash text NOT NULL DEFAULT '',
  sealed_at timestamptz,
  PRIMARY KEY (store_id, sandbox),
  CHECK ((number = 0) = (position = 0) AND (number = 0) = (hash = '')),
  CHECK (number = 0 OR sealed_at IS NOT NULL)
);

-- Once a minute what was placed in a stream since the last seal is hashed together with the ends
-- that the orders' ledgers had then, so that not even a chain that was rewritten as a whole can
-- pass for the old one (decision 0032). Append-only.
CREATE TABLE seals (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  -- The events that it covers, both included.
  first_position bigint NOT NULL CHECK (first_position > 0),
  last_position bigint NOT NULL,
  -- By which rule the contents are hashed: 2 is all that an event says (decision 0064).
  content_version smallint NOT NULL CHECK (content_version = 2),
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  previous_hash text NOT NULL CHECK (previous_hash ~ '^([0-9a-f]{64})?$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, number),
  FOREIGN KEY (store_id, sandbox) REFERENCES seal_heads (store_id, sandbox),
  CHECK (last_position >= first_position),
  CHECK ((number = 1) = (first_position = 1) AND (number = 1) = (previous_hash = ''))
);
CREATE TRIGGER seals_append_only BEFORE UPDATE OR DELETE ON seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seals_not_emptied BEFORE TRUNCATE ON seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ## Notifications and webhooks

-- The outbox of an order: messages to the store, written in the transaction that made them true.
CREATE TABLE notifications (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL,
  id text NOT NULL UNIQUE,
  -- A confirmation asks the store whether it takes the order.
  kind text NOT NULL CHECK (kind IN ('confirmation', 'information')),
  url text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CONSTRAINT notifications_state
    CHECK (state IN ('waiting', 'delivered', 'abandoned', 'overtaken')),
  -- The order whose newer checkout has taken the name: the message is never sent (decision 0071).
  overtaken_by text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- Until when an attempt is under way at the latest.
  leased_until timestamptz,
  deadline timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, sequence),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT notifications_overtaken_by
    FOREIGN KEY (store_id, overtaken_by) REFERENCES orders (store_id, id),
  CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT notifications_overtaken CHECK (CASE state WHEN 'waiting' THEN overtaken_by IS NULL
    WHEN 'overtaken' THEN overtaken_by IS NOT NULL ELSE true END)
);
CREATE INDEX notifications_due ON notifications (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX notifications_due_of_store ON notifications (store_id, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX notifications_leased ON notifications (store_id, leased_until) WHERE leased_until IS NOT NULL;

CREATE TABLE notification_attempts (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- Of the answer, or why there was none.
  status integer,
  failure text,
  response text,
  PRIMARY KEY (store_id, order_id, sequence, number),
  FOREIGN KEY (store_id, order_id, sequence) REFERENCES notifications (store_id, order_id, sequence)
);

-- Where a store receives its events, which, and what came of it.
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
  -- Encrypted; the one before it signs as well for a while.
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

-- What an endpoint receives, from which position of the stream on: events after `from_position`, up
-- to the next row's. No row is ever changed but one that is overtaken at the same position.
CREATE TABLE webhook_subscriptions (
  store_id text NOT NULL,
  endpoint_id text NOT NULL,
  from_position bigint NOT NULL CHECK (from_position >= 0),
  enabled boolean NOT NULL,
  -- Null: all.
  types text[],
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, endpoint_id, from_position),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoints (store_id, id)
);

-- One event for one endpoint. Of an order's open ones (`queued`, `waiting`) the oldest waits, the
-- others are queued behind it; an example is no event of the stream and carries its own body.
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
  -- Attempts since the last replay, which begins the retries anew.
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
  -- Of the answer, or why there was none.
  status integer,
  failure text,
  response text,
  PRIMARY KEY (store_id, endpoint_id, delivery_id, number),
  FOREIGN KEY (store_id, endpoint_id, delivery_id) REFERENCES webhook_deliveries (store_id, endpoint_id, id),
  CHECK ((status IS NULL) = (failure IS NOT NULL))
);

-- ## Actions and processes

-- Who did what: rows are added and read, nothing else.
CREATE TABLE actions (
  id text PRIMARY KEY,
  store_id text REFERENCES stores (id),
  -- Null: what concerns both modes, or none.
  mode text CHECK (mode IN ('sandbox', 'live')),
  at timestamptz NOT NULL,
  principal_kind text NOT NULL CHECK (principal_kind IN ('store_key', 'buyer', 'cli', 'service', 'stranger')),
  -- Of a key its id; of the command line the user of the system.
  principal_id text,
  principal_name text,
  key_id text,
  request_id text,
  address text,
  agent text CHECK (length(agent) <= 120),
  route text,
  action text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  object_kind text,
  object_id text,
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  -- The code of the error.
  refusal text,
  -- Field to {old, new}; of secrets and personal data "changed".
  changes jsonb,
  -- Of refusals beyond those that have rows of their own: how many.
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  CHECK ((outcome = 'refused') = (refusal IS NOT NULL)),
  CHECK ((object_kind IS NULL) = (object_id IS NULL))
);
CREATE INDEX actions_object ON actions (object_kind, object_id);
CREATE TRIGGER actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_actions();

-- A row per process, overwritten every other second: whether the database can be written
-- (database/probe.ts).
CREATE TABLE heartbeats (process_id text PRIMARY KEY, beat_at timestamptz NOT NULL) WITH (fillfactor = 50);

-- ## The sandbox's payment provider

-- Only the provider's own code reads or writes these tables, as if they were elsewhere: they refer
-- to nothing, and hold no number of a card.
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
  -- Its answer, and from a moment on another one.
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
