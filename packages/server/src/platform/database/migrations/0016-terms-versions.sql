-- compatible-from: 1

-- ## Versions of terms

-- What the lender decides of a store, whole, a row for each version: in live mode, and in the
-- sandbox once it has terms of its own. The one that took effect last is in force.
CREATE TABLE store_terms (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- These two in the time of the store, which may have a clock of its own in the sandbox.
  effective_from timestamptz NOT NULL,
  made_at timestamptz NOT NULL,
  terms jsonb NOT NULL CHECK (jsonb_typeof(terms) = 'object'),
  -- When it becomes what `stores` says of the store; null: it has, or never will.
  due_at timestamptz,
  withdrawn_at timestamptz,
  action_id text NOT NULL DEFAULT '00000000000000000000000000000000',
  PRIMARY KEY (store_id, sandbox, version),
  CONSTRAINT store_terms_waiting CHECK (due_at IS NULL
    OR (due_at = effective_from AND due_at > made_at AND withdrawn_at IS NULL)),
  CONSTRAINT store_terms_not_back CHECK (effective_from >= made_at
    OR action_id = '00000000000000000000000000000000'),
  CONSTRAINT store_terms_withdrawn CHECK (withdrawn_at < effective_from)
);
-- No two versions wait for one moment; those that wait of a store, and those that are due.
CREATE UNIQUE INDEX store_terms_due ON store_terms (store_id, sandbox, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX store_terms_due_at ON store_terms (due_at) WHERE due_at IS NOT NULL;
CREATE TRIGGER store_terms_append_only BEFORE DELETE ON store_terms
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- Once one that waits is noted, or withdrawn.
CREATE TRIGGER store_terms_ended_once BEFORE UPDATE ON store_terms FOR EACH ROW
  WHEN (OLD.due_at IS NULL OR NEW.due_at IS NOT NULL
    OR (OLD.store_id, OLD.sandbox, OLD.version, OLD.effective_from, OLD.made_at, OLD.terms, OLD.action_id)
      IS DISTINCT FROM
      (NEW.store_id, NEW.sandbox, NEW.version, NEW.effective_from, NEW.made_at, NEW.terms, NEW.action_id))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_terms_not_emptied BEFORE TRUNCATE ON store_terms
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE stores
  -- Which version `settings` and `allowed_products` have, and `sandbox_terms`; null: it has none.
  ADD COLUMN terms_version integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  ADD COLUMN sandbox_terms_version integer CHECK (sandbox_terms_version > 0);

-- What stands begins with the store, as it always has.
INSERT INTO store_terms (store_id, sandbox, version, effective_from, made_at, terms)
SELECT s.id, false, 1, s.created_at, s.created_at, jsonb_build_object(
    'products', coalesce(s.allowed_products, s.settings -> 'products'),
    'decision', s.settings -> 'decision', 'lender', s.settings -> 'lender',
    'collection', s.settings -> 'collection',
    'payout_schedule', s.settings -> 'payout_schedule',
    'refund_spread', s.settings -> 'refund_spread',
    'fees_on_refund', s.settings -> 'fees_on_refund')
FROM stores s;
INSERT INTO store_terms (store_id, sandbox, version, effective_from, made_at, terms)
SELECT s.id, true, 2, s.created_at, s.created_at, s.sandbox_terms - 'name'
FROM stores s WHERE s.sandbox_terms IS NOT NULL;
UPDATE stores SET sandbox_terms_version = 2 WHERE sandbox_terms IS NOT NULL;

ALTER TABLE orders
  -- Under which version of its store's terms the checkout was made, which is signed under it, too;
  -- in the sandbox one of its own, or of live mode. Null: it was made before there were versions.
  ADD COLUMN terms_version integer CHECK (terms_version > 0);
