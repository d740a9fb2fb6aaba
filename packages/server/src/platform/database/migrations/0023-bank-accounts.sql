-- compatible-from: 1

-- ## Where stores are paid

-- A row for each account that was named, in each mode, only added (record 0150). Paid to is the
-- newest whose time has come, unless a later one was named before that.
CREATE TABLE bank_accounts (
  store_id text NOT NULL REFERENCES stores (id),
  id text NOT NULL,
  sandbox boolean NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- Encrypted.
  iban text NOT NULL,
  -- Of it what people may read.
  shown text NOT NULL CHECK (shown ~ '^[A-Z]{2}\*+[A-Z0-9]{4}$'),
  holder text NOT NULL CHECK (holder <> ''),
  -- Both in the store's time.
  created_at timestamptz NOT NULL,
  effective_from timestamptz NOT NULL,
  action_id text NOT NULL DEFAULT '00000000000000000000000000000000',
  PRIMARY KEY (store_id, id),
  CONSTRAINT bank_accounts_version UNIQUE (store_id, sandbox, version),
  -- In live mode whoever is told of it has two days to object.
  CONSTRAINT bank_accounts_waiting CHECK (effective_from >= created_at
    AND (sandbox OR effective_from >= created_at + interval '48 hours'))
);
-- Nothing of it ever changes, but that it is encrypted anew.
CREATE TRIGGER bank_accounts_append_only BEFORE DELETE ON bank_accounts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_accounts_stay BEFORE UPDATE ON bank_accounts FOR EACH ROW
  WHEN ((OLD.store_id, OLD.id, OLD.sandbox, OLD.version, OLD.shown, OLD.holder, OLD.created_at,
      OLD.effective_from, OLD.action_id)
    IS DISTINCT FROM
    (NEW.store_id, NEW.id, NEW.sandbox, NEW.version, NEW.shown, NEW.holder, NEW.created_at,
      NEW.effective_from, NEW.action_id))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_accounts_not_emptied BEFORE TRUNCATE ON bank_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE payouts
  -- Where it was paid; null: it waits, or no account was in use.
  ADD COLUMN bank_account_id text;
ALTER TABLE payouts
  ADD CONSTRAINT payouts_bank_account FOREIGN KEY (store_id, bank_account_id)
    REFERENCES bank_accounts (store_id, id) NOT VALID;
