-- compatible-from: 1

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
