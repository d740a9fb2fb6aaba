-- What the buyer owes on an order: its loan, the instalments, what settled which part of them, and what each reduction
-- of the debt did. `receivable`, `buyer_credit`, `written_off` and the incomes are balances of the order's ledger.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN
  ('confirm', 'capture', 'void', 'refund', 'edit', 'cancel',
   'due', 'late', 'payment', 'charge_back', 'credit_return', 'withdrawal', 'write_off')) NOT VALID;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind_check;

-- What was agreed on the loan when the buyer signed; null on orders signed before this migration.
ALTER TABLE order_details ADD COLUMN loan_terms jsonb;

CREATE TABLE loans (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  product text NOT NULL CHECK (product IN ('instalments', 'pay_in_4', 'pay_later')),
  nominal_rate integer NOT NULL CHECK (nominal_rate BETWEEN 0 AND 10000),
  term_days smallint CHECK (term_days BETWEEN 1 AND 365),
  time_zone text NOT NULL,
  spread text NOT NULL CHECK (spread IN ('spread', 'last', 'next')),
  opening_fee bigint NOT NULL CHECK (opening_fee >= 0),
  late_charge bigint NOT NULL CHECK (late_charge >= 0),
  retry_days smallint[] NOT NULL,
  late_after_days smallint NOT NULL CHECK (late_after_days > 0),
  write_off_after_days smallint NOT NULL CHECK (write_off_after_days > late_after_days),
  confirmed_on date NOT NULL,
  event_on date,
  starts_on date CHECK (starts_on >= confirmed_on),
  accrued bigint NOT NULL CHECK (accrued >= 0),
  accrued_until date,
  fee_base bigint NOT NULL CHECK (fee_base BETWEEN 0 AND opening_fee),
  receivable bigint NOT NULL CHECK (receivable >= 0),
  buyer_credit bigint NOT NULL CHECK (buyer_credit >= 0),
  written_off bigint NOT NULL CHECK (written_off >= 0),
  interest_income bigint NOT NULL CHECK (interest_income >= 0),
  fee_income bigint NOT NULL CHECK (fee_income BETWEEN 0 AND opening_fee),
  late_income bigint NOT NULL CHECK (late_income >= 0),
  paid_amount bigint NOT NULL CHECK (paid_amount >= 0),
  charged_back_amount bigint NOT NULL CHECK (charged_back_amount BETWEEN 0 AND paid_amount),
  returned_amount bigint NOT NULL CHECK (returned_amount >= 0),
  credit_since date,
  cancelled_on date,
  withdrawn_on date,
  written_off_on date,
  tried_on date,
  collecting boolean NOT NULL,
  -- When time has something to do with it next.
  due_at timestamptz,
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT loans_credit_since CHECK ((buyer_credit > 0) = (credit_since IS NOT NULL)),
  CONSTRAINT loans_cancelled_cost_nothing CHECK
    (cancelled_on IS NULL OR interest_income + fee_income + late_income = 0)
);
CREATE INDEX loans_due ON loans (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE instalments (
  store_id text NOT NULL,
  order_id text NOT NULL,
  number smallint NOT NULL CHECK (number >= 0),
  kind text NOT NULL CHECK (kind IN ('downpayment', 'instalment', 'capture', 'withdrawal', 'charge_back')),
  due_on date NOT NULL,
  due boolean NOT NULL,
  capital bigint NOT NULL,
  interest bigint NOT NULL,
  fee bigint NOT NULL,
  late_charge bigint NOT NULL,
  settled_capital bigint NOT NULL CHECK (settled_capital BETWEEN 0 AND capital),
  settled_interest bigint NOT NULL CHECK (settled_interest BETWEEN 0 AND interest),
  settled_fee bigint NOT NULL CHECK (settled_fee BETWEEN 0 AND fee),
  settled_late_charge bigint NOT NULL CHECK (settled_late_charge BETWEEN 0 AND late_charge),
  late_on date,
  -- What was open of it is not asked for any more.
  dropped boolean NOT NULL,
  paid_on date CHECK (paid_on IS NULL OR NOT dropped),
  PRIMARY KEY (store_id, order_id, number),
  FOREIGN KEY (store_id, order_id) REFERENCES loans (store_id, order_id),
  CONSTRAINT instalments_paid_is_settled CHECK (paid_on IS NULL OR capital + interest + fee + late_charge
    = settled_capital + settled_interest + settled_fee + settled_late_charge),
  CONSTRAINT instalments_late_is_due CHECK (due OR late_on IS NULL AND late_charge = 0)
);

-- Which part of which instalment was settled by what, and opened again by a charge-back (below zero). Append-only.
CREATE TABLE allocations (
  store_id text NOT NULL,
  order_id text NOT NULL,
  event_sequence bigint NOT NULL,
  position smallint NOT NULL,
  source text NOT NULL CHECK (source IN
    ('payment', 'reduction', 'credit', 'reversal', 'write_off', 'charge_back')),
  source_id text NOT NULL,
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
  -- Capital not due yet that was taken off; what was overdue and settled; what is the buyer's; what a write-off got back.
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
