-- A buyer's earlier orders as the store tells them, sent with an order and kept beside it.
CREATE TABLE history_entries (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL CHECK (length(id) BETWEEN 1 AND 128),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 1000000000000),
  due bigint CHECK (due BETWEEN 0 AND 1000000000000),
  status text NOT NULL CHECK (length(status) BETWEEN 1 AND 255),
  type text NOT NULL CHECK (length(type) BETWEEN 1 AND 255),
  order_date timestamptz NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  billing jsonb,
  shipping jsonb,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL CHECK (changed_at >= created_at),
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id)
);
CREATE INDEX history_entries_newest ON history_entries (store_id, order_id, order_date DESC, id DESC);
