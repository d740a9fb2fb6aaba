-- A store's settings in the form in which /me shows them; what a store has not set is the default.
UPDATE stores SET settings = jsonb_build_object(
    'locales', '["es", "en"]'::jsonb, 'capture_policy', 'partial', 'capture_within', null, 'refund_spread', 'spread',
    'fees_on_refund', 'return', 'total_check', 'lenient', 'origins', '[]'::jsonb, 'notification_auth', 'signature')
  || settings
  || jsonb_build_object('products', (
    SELECT jsonb_agg(jsonb_build_object(
      'type', each ->> 'product', 'currency', each ->> 'currency', 'min_amount', each -> 'minAmount',
      'max_amount', each -> 'maxAmount', 'nominal_rate', each -> 'nominalRate',
      'num_instalments', CASE each ->> 'product' WHEN 'pay_later' THEN '[1]'::jsonb ELSE each -> 'counts' END,
      'term_days', CASE each ->> 'product' WHEN 'pay_later' THEN each -> 'termDays' END,
      'capture', 'manual', 'capture_within', null) ORDER BY position)
    FROM jsonb_array_elements(settings -> 'products') WITH ORDINALITY AS listed (each, position)));
