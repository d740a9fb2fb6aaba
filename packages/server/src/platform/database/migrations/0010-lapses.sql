-- What was agreed on captures when the buyer signed, and until when a confirmed order can be captured. `lapse_due_at` is
-- the worker's: first the time of the announcement, then that of the lapse.
ALTER TABLE orders
  ADD COLUMN automatic_capture boolean NOT NULL DEFAULT false,
  ADD COLUMN capture_within smallint CHECK (capture_within BETWEEN 1 AND 365),
  ADD COLUMN capture_before timestamptz,
  ADD COLUMN lapse_due_at timestamptz;

UPDATE orders o SET capture_within = coalesce((
    SELECT (each ->> 'capture_within')::smallint
    FROM jsonb_array_elements(s.settings -> 'products') WITH ORDINALITY AS listed (each, position)
    WHERE each ->> 'type' = o.product AND each ->> 'currency' = o.currency
      AND o.approved_amount BETWEEN (each ->> 'min_amount')::bigint AND (each ->> 'max_amount')::bigint
    ORDER BY position LIMIT 1), (s.settings ->> 'capture_within')::smallint)
  FROM stores s WHERE s.id = o.store_id AND o.product IS NOT NULL;

-- Nobody was told of a deadline before: each order has at least the time from its announcement to its lapse.
UPDATE orders SET capture_before = greatest(
    confirmed_at + make_interval(hours => 24 * coalesce(capture_within, CASE product WHEN 'pay_later' THEN 30 ELSE 90 END)),
    date_trunc('milliseconds', now()) + interval '168 hours')
  WHERE state = 'confirmed'
    AND total_amount - voided_amount - refunded_uncaptured_amount - captured_amount > 0;
UPDATE orders SET lapse_due_at = greatest(confirmed_at, capture_before - interval '168 hours')
  WHERE capture_before IS NOT NULL;

ALTER TABLE orders
  ADD CONSTRAINT orders_open_has_deadline CHECK ((capture_before IS NOT NULL) = (state = 'confirmed'
    AND total_amount - voided_amount - refunded_uncaptured_amount - captured_amount > 0)),
  ADD CONSTRAINT orders_lapse_due CHECK ((lapse_due_at IS NULL) = (capture_before IS NULL)
    AND lapse_due_at <= capture_before);
CREATE INDEX orders_lapse_due ON orders (lapse_due_at) WHERE lapse_due_at IS NOT NULL;
