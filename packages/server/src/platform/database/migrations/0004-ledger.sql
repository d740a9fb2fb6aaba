-- Double entry. A posting moves one positive amount from its credited to its debited account, so every entry balances
-- by construction; entries of an order are chained by hash. Append-only: enforced by trigger, proven by the auditor.
CREATE TABLE ledger_entries (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  kind text NOT NULL CHECK (kind IN ('confirm', 'capture', 'void', 'refund', 'edit', 'cancel')),
  effect_id text NOT NULL,
  currency text NOT NULL,
  created_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (store_id, order_id, sequence),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);

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

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END $$;

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_not_emptied BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
