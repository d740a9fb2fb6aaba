-- What a store compares when it checks no signature; encrypted.
ALTER TABLE stores ADD COLUMN notification_token text CHECK (notification_token <> '');

-- What a store said when it rejected an order.
ALTER TABLE order_details ADD COLUMN rejection_reason text CHECK (length(rejection_reason) BETWEEN 1 AND 255);

-- Names that orders had before their store renamed them: they keep resolving.
CREATE TABLE earlier_mids (
  store_id text NOT NULL,
  order_id text NOT NULL,
  mid text NOT NULL CHECK (length(mid) BETWEEN 1 AND 128),
  sandbox boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, mid),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX earlier_mids_mid ON earlier_mids (store_id, sandbox, mid, created_at DESC);
