-- compatible-from: 1

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
