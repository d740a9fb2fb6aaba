-- compatible-from: 1

-- ## The lender's writes

-- What the lender says of a payment that arrived by hand (decision 0118): how it came, and under
-- which reference it stands in the book of the bank. Each reference counts once in a mode.
CREATE TABLE manual_payments (
  store_id text NOT NULL,
  -- That of the payment.
  id text NOT NULL,
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  method text NOT NULL CHECK (method IN ('bank_transfer', 'cash', 'card', 'cheque')),
  reference text NOT NULL CHECK (length(reference) BETWEEN 1 AND 140),
  -- The day on which the money came, in the store's time zone.
  value_on date NOT NULL,
  created_at timestamptz NOT NULL,
  -- The commit says it.
  action_id text NOT NULL DEFAULT '' CHECK (action_id <> ''),
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, id) REFERENCES payments (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE UNIQUE INDEX manual_payments_reference ON manual_payments (sandbox, method, reference);
CREATE TRIGGER manual_payments_append_only BEFORE UPDATE OR DELETE ON manual_payments
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER manual_payments_not_emptied BEFORE TRUNCATE ON manual_payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the lender's people wrote down about a loan, and what its buyer promised to pay.
CREATE TABLE loan_notes (
  store_id text NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('note', 'promise')),
  -- Free words may name somebody: this alone may go.
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  amount bigint CHECK (amount BETWEEN 1 AND 1000000000000),
  promised_on date,
  created_at timestamptz NOT NULL,
  -- The commit says it.
  action_id text NOT NULL DEFAULT '' CHECK (action_id <> ''),
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT loan_notes_promise CHECK
    (num_nonnulls(amount, promised_on) = CASE kind WHEN 'promise' THEN 2 ELSE 0 END)
);
CREATE TRIGGER loan_notes_append_only BEFORE DELETE ON loan_notes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_notes_note_only BEFORE UPDATE ON loan_notes FOR EACH ROW
  WHEN ((OLD.store_id, OLD.id, OLD.order_id, OLD.sandbox, OLD.kind, OLD.amount, OLD.promised_on,
      OLD.created_at, OLD.action_id)
    IS DISTINCT FROM (NEW.store_id, NEW.id, NEW.order_id, NEW.sandbox, NEW.kind, NEW.amount,
      NEW.promised_on, NEW.created_at, NEW.action_id) OR NEW.note IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER loan_notes_not_emptied BEFORE TRUNCATE ON loan_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
