-- What the buyer pays beside interest, and how debts are collected, as settings of a store.
UPDATE stores SET settings = jsonb_set(settings, '{products}', (
    SELECT coalesce(jsonb_agg('{"opening_fee_rate": 0, "opening_fee_fixed": 0, "downpayment_rate": 0,
        "late_charge": 0}' || each ORDER BY position), '[]')
      FROM jsonb_array_elements(settings -> 'products') WITH ORDINALITY AS listed (each, position)))
  || jsonb_build_object('collection', coalesce(settings -> 'collection',
    '{"retry_days": [2, 5, 10], "late_after_days": 3, "write_off_after_days": 180}'));

-- When what is bought takes place: a day of the store's time zone, kept where it lies after the checkout.
ALTER TABLE order_details ADD COLUMN event_date date;
UPDATE order_details d SET event_date = told.date
  FROM orders o JOIN stores s ON s.id = o.store_id
    JOIN order_details r ON r.store_id = o.store_id AND r.order_id = o.id
    CROSS JOIN LATERAL (SELECT r.request #>> '{order,options,event_date}' AS text) sent
    CROSS JOIN LATERAL (SELECT CASE
      -- Five years ahead is what a checkout may say; anything else was not meant.
      WHEN left(sent.text, 4) NOT BETWEEN '2020' AND '2035' THEN NULL
      WHEN sent.text ~* '([0-9]z|[+-][0-9]{2}:?[0-9]{2})$' AND length(sent.text) > 10
        THEN (sent.text::timestamptz AT TIME ZONE s.time_zone)::date
      ELSE left(sent.text, 10)::date END AS date) told
  WHERE o.store_id = d.store_id AND o.id = d.order_id
    AND told.date > (o.created_at AT TIME ZONE s.time_zone)::date;

-- Plans signed so far had no fees and no down payment. Their dates are those of the day on which they were signed; their
-- annual rate is that of equal months, twelve of which are a year.
UPDATE order_details d SET offer = d.offer || jsonb_build_object(
    'downpayment_amount', 0, 'total_fees', 0, 'late_charge', 0,
    'annual_equivalent', round((power(1 + (d.offer ->> 'nominal_rate')::numeric / 120000, 12) - 1) * 10000)::bigint,
    'schedule', (
      SELECT coalesce(jsonb_agg(part || jsonb_build_object('fee', 0, 'due_date',
          CASE d.offer ->> 'product'
            WHEN 'instalments' THEN (day.signed + make_interval(months => position::integer))::date
            WHEN 'pay_in_4' THEN day.signed + (position::integer - 1) * coalesce((d.offer ->> 'term_days')::integer, 30)
            ELSE day.signed + coalesce((d.offer ->> 'term_days')::integer, 15) END)
          ORDER BY position), '[]')
      FROM jsonb_array_elements(d.offer -> 'schedule') WITH ORDINALITY AS listed (part, position)))
  FROM orders o JOIN stores s ON s.id = o.store_id
    CROSS JOIN LATERAL (
      SELECT (coalesce(o.verified_at, o.created_at) AT TIME ZONE s.time_zone)::date AS signed) day
  WHERE o.store_id = d.store_id AND o.id = d.order_id AND d.offer IS NOT NULL
    AND NOT d.offer ? 'annual_equivalent';
