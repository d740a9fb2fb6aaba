-- compatible-from: 1
-- ## Amounts
-- Somebody at the desk names an amount: the orders of that total, and the loans on which so much is
-- owed, of all stores, the newest first.
CREATE INDEX orders_of_total ON orders (sandbox, total_amount, created_at DESC, id DESC)
  WHERE state NOT IN ('in_process', 'ko');
CREATE INDEX loans_of_amount ON loans (sandbox, receivable, ordered_at DESC, order_id DESC);
