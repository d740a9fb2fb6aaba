-- compatible-from: 1

-- ## Closings

-- What all accounts of live mode held at the end of a day of UTC, written an hour later, each
-- chained to the one before it (record 0141). Append-only.
CREATE TABLE closings (
  day date PRIMARY KEY,
  -- By account and currency what was debited and credited since the beginning.
  balances jsonb NOT NULL CHECK (jsonb_typeof(balances) = 'array'),
  closed_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$')
);
CREATE TRIGGER closings_append_only BEFORE UPDATE OR DELETE ON closings
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closings_not_emptied BEFORE TRUNCATE ON closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Entries come in the order of time: a few bytes lead to those of a day.
CREATE INDEX ledger_entries_booked ON ledger_entries USING brin (created_at);
CREATE INDEX store_entries_booked ON store_entries USING brin (created_at);
