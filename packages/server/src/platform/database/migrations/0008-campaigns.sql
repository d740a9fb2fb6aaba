-- Campaigns: discounts on the buyer's interest, and the articles of those that are partial.
CREATE TABLE campaigns (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  id text NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  start_at timestamptz NOT NULL,
  end_at timestamptz CHECK (end_at >= start_at),
  interest integer NOT NULL CHECK (interest BETWEEN 0 AND 10000),
  partial boolean NOT NULL,
  num_instalments smallint[] NOT NULL CHECK (1 <= ALL (num_instalments) AND 60 >= ALL (num_instalments)
    AND cardinality(num_instalments) <= 60 AND array_position(num_instalments, NULL) IS NULL),
  min_order_amount bigint CHECK (min_order_amount BETWEEN 0 AND 1000000000000),
  max_order_amount bigint CHECK (max_order_amount BETWEEN 0 AND 1000000000000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, id),
  CHECK (min_order_amount <= max_order_amount)
);
CREATE INDEX campaigns_listed ON campaigns (store_id, sandbox, created_at DESC, id DESC);

CREATE TABLE campaign_articles (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  campaign_id text NOT NULL,
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  description text CHECK (length(description) <= 2000),
  image_url text CHECK (length(image_url) <= 2048),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, campaign_id, id),
  FOREIGN KEY (store_id, sandbox, campaign_id) REFERENCES campaigns (store_id, sandbox, id)
);
CREATE INDEX campaign_articles_listed
  ON campaign_articles (store_id, sandbox, campaign_id, created_at DESC, id DESC);

-- What the campaigns of the moment take off the interest, fixed at the checkout's creation.
ALTER TABLE order_details ADD COLUMN campaign_discounts jsonb NOT NULL DEFAULT '[]';
UPDATE order_details SET offer = offer || '{"discounts": []}' WHERE offer IS NOT NULL;

-- pay_in_4 is offered from here on: before pay_later, else last.
UPDATE stores SET settings = jsonb_set(settings, '{products}', (
    SELECT jsonb_agg(listed.each ORDER BY listed.position)
    FROM (
      SELECT each, position::numeric FROM jsonb_array_elements(settings -> 'products')
        WITH ORDINALITY AS own (each, position)
      UNION ALL
      SELECT '{"type": "pay_in_4", "currency": "EUR", "min_amount": 100, "max_amount": 200000,
          "num_instalments": [4], "nominal_rate": 0, "term_days": 30, "capture": "manual",
          "capture_within": null}',
        coalesce((SELECT min(position) - 0.5 FROM jsonb_array_elements(settings -> 'products')
          WITH ORDINALITY AS own (each, position) WHERE each ->> 'type' = 'pay_later'), 1000000)
    ) listed (each, position)))
  WHERE settings -> 'products' @> '[{"currency": "EUR"}]'
    AND NOT settings -> 'products' @> '[{"type": "pay_in_4"}]';
