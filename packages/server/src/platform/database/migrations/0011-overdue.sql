-- compatible-from: 1

-- What is due and unpaid of a loan stands on its row, beside what lists take from its order, so that
-- those of a million loans that are behind are found and summed up by one index (decision 0122).

-- ## Loans

ALTER TABLE loans
  -- Of its order. Null where `overdue_amount` is.
  ADD COLUMN ordered_at timestamptz,
  ADD COLUMN currency text,
  -- The day since when something is due and unpaid. Null: nothing is.
  ADD COLUMN overdue_since date,
  -- How much. Null: it is to be counted, since a release has changed the row that knows nothing of it.
  ADD COLUMN overdue_amount bigint,
  -- Said by whoever has counted both; no row has it.
  ADD COLUMN overdue_counted boolean,
  ADD CONSTRAINT loans_counted CHECK (CASE WHEN overdue_amount IS NULL THEN overdue_since IS NULL
    ELSE overdue_amount >= 0 AND ordered_at IS NOT NULL AND currency IS NOT NULL END) NOT VALID;

CREATE FUNCTION forget_overdue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.overdue_counted IS NOT TRUE THEN
    NEW.overdue_since := NULL;
    NEW.overdue_amount := NULL;
  END IF;
  NEW.overdue_counted := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER loans_forget_overdue BEFORE INSERT OR UPDATE ON loans
  FOR EACH ROW EXECUTE FUNCTION forget_overdue();

CREATE INDEX loans_overdue ON loans (sandbox, overdue_since) INCLUDE (store_id, order_id, ordered_at,
  currency, time_zone, receivable, overdue_amount) WHERE overdue_since IS NOT NULL;
CREATE INDEX loans_uncounted ON loans (store_id, order_id) WHERE overdue_amount IS NULL;
CREATE INDEX loans_of_lender ON loans (sandbox, ordered_at DESC, order_id DESC);
