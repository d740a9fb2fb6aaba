-- compatible-from: 1

-- ## People across stores

-- Who may sign nowhere, and until when: one at a time. One that is lifted stays, with its end.
CREATE TABLE person_blocks (
  person_id text NOT NULL REFERENCES persons (id),
  number integer NOT NULL CHECK (number > 0),
  -- While the person is held: who signs after it finds it.
  blocked_at timestamptz NOT NULL,
  -- Null: until it is lifted.
  blocked_until timestamptz,
  lifted_at timestamptz,
  reason_code text NOT NULL CHECK (length(reason_code) BETWEEN 1 AND 64),
  PRIMARY KEY (person_id, number),
  CHECK (blocked_until > blocked_at),
  CHECK (lifted_at >= blocked_at)
);

-- What the lender lists and looks for over all stores (decision 0119).
CREATE INDEX persons_of_lender ON persons (sandbox, created_at DESC, id DESC);
CREATE INDEX buyers_phone ON buyers (phone_number);
CREATE INDEX order_details_buyer_name ON order_details
  (lower(((buyer ->> 'first_name') || ' ' || (buyer ->> 'last_name')) COLLATE "C"))
  WHERE buyer IS NOT NULL;
CREATE INDEX order_details_buyer_last_name ON order_details
  (lower((buyer ->> 'last_name') COLLATE "C")) WHERE buyer IS NOT NULL;
CREATE INDEX order_details_buyer_email ON order_details
  (lower((buyer ->> 'email') COLLATE "C")) WHERE buyer IS NOT NULL;
CREATE INDEX orders_email_of_lender ON orders (lower(account_email COLLATE "C"))
  WHERE buyer_id IS NOT NULL;
