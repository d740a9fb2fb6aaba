-- compatible-from: 1

-- ## Figures

-- What the lender's figures begin with, so that none of them reads what it does not count (record 0156).

-- Orders by the day of their confirmation; all that is summed up of them stands in the index.
CREATE INDEX orders_lent ON orders (sandbox, confirmed_at) INCLUDE (store_id, currency, total_amount)
  WHERE confirmed_at IS NOT NULL;

-- Loans on which something is owed.
CREATE INDEX loans_owed ON loans (sandbox) INCLUDE (store_id, order_id, ordered_at, currency,
  time_zone, receivable, overdue_since, overdue_amount) WHERE receivable > 0;

-- What falls due on a day.
CREATE INDEX instalments_due_on ON instalments (due_on);

-- What was paid late, or is not paid although it is due: who was behind on a day is among them.
CREATE INDEX instalments_behind ON instalments (paid_on) INCLUDE (store_id, order_id, due_on,
  reopened_on, dropped) WHERE due AND (paid_on IS NULL OR paid_on > due_on);

-- Few.
CREATE INDEX ledger_entries_waived ON ledger_entries (created_at) WHERE kind = 'waiver';
