-- What lists filter and order by stands on the order's own row; and the buyer as the service knows him.
CREATE TABLE buyers (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  id text NOT NULL,
  document_country text NOT NULL CHECK (document_country ~ '^[A-Z]{2}$'),
  document_type text NOT NULL CHECK (document_type IN ('nif', 'nie')),
  document_number text NOT NULL CHECK (length(document_number) BETWEEN 1 AND 64),
  -- Null where the number is no number of any country.
  phone_country text CHECK (phone_country ~ '^[A-Z]{2}$'),
  phone_number text NOT NULL CHECK (length(phone_number) BETWEEN 1 AND 32),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, sandbox, id),
  CONSTRAINT buyers_document UNIQUE (store_id, sandbox, document_number, document_type, document_country)
);

-- `status` and `financing_status` are those of orders/order.ts.
ALTER TABLE orders
  ADD COLUMN discount bigint CHECK (discount BETWEEN 0 AND 1000000000000),
  ADD COLUMN discount_rate integer CHECK (discount_rate BETWEEN 0 AND 10000),
  ADD COLUMN buyer_id text,
  ADD COLUMN account_id text,
  ADD COLUMN account_email text,
  ADD COLUMN account_first_name text,
  ADD COLUMN account_last_name text,
  ADD COLUMN account_type text CHECK (account_type IN ('guest', 'new', 'existing')),
  ADD COLUMN account_gender smallint CHECK (account_gender BETWEEN 0 AND 3),
  ADD COLUMN account_last_login timestamptz,
  ADD COLUMN account_date_joined timestamptz,
  ADD COLUMN downpayment_amount bigint CHECK (downpayment_amount > 0),
  ADD COLUMN downpayment_state text NOT NULL DEFAULT 'none'
    CHECK (downpayment_state IN ('none', 'pending', 'paid', 'failed')),
  ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN state IN ('cancelled', 'ko') THEN 'cancelled'
    WHEN state <> 'confirmed' THEN 'pending'
    WHEN total_amount - voided_amount - refunded_uncaptured_amount - captured_amount > 0 THEN 'processing'
    ELSE 'complete' END) STORED,
  ADD COLUMN financing_status text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN state = 'ko' THEN 'ko'
    WHEN state IN ('confirmed', 'cancelled') THEN 'ok'
    ELSE 'pending' END) STORED,
  ADD CONSTRAINT orders_buyer_known FOREIGN KEY (store_id, sandbox, buyer_id) REFERENCES buyers (store_id, sandbox, id),
  ADD CONSTRAINT orders_downpayment_complete CHECK ((downpayment_amount IS NULL) = (downpayment_state = 'none'));

-- Of each person the newest signed order tells the phone. Nine digits are a Spanish number.
INSERT INTO buyers (store_id, sandbox, id, document_country, document_type, document_number, phone_country, phone_number,
  created_at)
SELECT DISTINCT ON (o.store_id, o.sandbox, document) o.store_id, o.sandbox, md5(o.store_id || o.sandbox || document), 'ES',
  CASE WHEN document ~ '^[XYZ]' THEN 'nie' ELSE 'nif' END, document,
  CASE WHEN phone ~ '^[0-9]{9}$' THEN 'ES' END,
  CASE WHEN phone = '' THEN '0' ELSE left(phone, 32) END,
  min(o.created_at) OVER (PARTITION BY o.store_id, o.sandbox, document)
FROM orders o
  JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
  CROSS JOIN LATERAL (SELECT d.buyer ->> 'document_id' AS document,
    regexp_replace(regexp_replace(d.buyer ->> 'phone', '[^0-9]', '', 'g'), '^(00)?34(?=[0-9]{9}$)', '') AS phone) person
WHERE o.state <> 'in_process' AND d.buyer IS NOT NULL
ORDER BY o.store_id, o.sandbox, document, o.created_at DESC, o.id DESC;

-- A time without an offset is the store's.
UPDATE orders o SET
  discount = d.discount,
  discount_rate = d.discount_rate,
  buyer_id = (SELECT b.id FROM buyers b WHERE b.store_id = o.store_id AND b.sandbox = o.sandbox
    AND b.document_number = d.buyer ->> 'document_id' AND o.state <> 'in_process'),
  account_id = d.customer ->> 'id',
  account_email = d.customer ->> 'email',
  account_first_name = d.customer ->> 'first_name',
  account_last_name = d.customer ->> 'last_name',
  account_type = CASE left(d.customer ->> 'type', 1) WHEN 'g' THEN 'guest' WHEN 'n' THEN 'new' WHEN 'e' THEN 'existing' END,
  account_gender = (d.customer ->> 'gender')::smallint,
  account_last_login = CASE WHEN d.customer ->> 'last_login' ~* '(z|[+-]\d\d:?\d\d)$' AND d.customer ->> 'last_login' ~ ':'
    THEN upper(d.customer ->> 'last_login')::timestamptz
    ELSE upper(d.customer ->> 'last_login')::timestamp AT TIME ZONE s.time_zone END,
  account_date_joined = CASE WHEN d.customer ->> 'date_joined' ~* '(z|[+-]\d\d:?\d\d)$' AND d.customer ->> 'date_joined' ~ ':'
    THEN upper(d.customer ->> 'date_joined')::timestamptz
    ELSE upper(d.customer ->> 'date_joined')::timestamp AT TIME ZONE s.time_zone END
FROM order_details d, stores s
WHERE d.store_id = o.store_id AND d.order_id = o.id AND s.id = o.store_id;

ALTER TABLE orders ALTER COLUMN account_email SET NOT NULL;
ALTER TABLE order_details DROP COLUMN discount, DROP COLUMN discount_rate;

CREATE INDEX orders_status ON orders (store_id, sandbox, status, created_at DESC, id DESC)
  WHERE state NOT IN ('in_process', 'ko');
CREATE INDEX orders_account_email ON orders (store_id, sandbox, lower(account_email COLLATE "C"))
  WHERE state <> 'in_process';
-- Few: letters whose case is not that of ASCII.
CREATE INDEX orders_account_email_other ON orders (store_id, sandbox)
  WHERE state <> 'in_process' AND (octet_length(account_email) > length(account_email))::int = 1;
CREATE INDEX orders_financing_status ON orders (store_id, sandbox, financing_status, created_at DESC, id DESC)
  WHERE state <> 'in_process';
CREATE INDEX orders_buyer ON orders (store_id, sandbox, buyer_id) WHERE buyer_id IS NOT NULL;
