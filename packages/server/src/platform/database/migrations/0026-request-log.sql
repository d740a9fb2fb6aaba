-- compatible-from: 1

-- ## Requests

-- What was asked of the service in the last 30 days, by whom and with what result (record 0147): no
-- body, no address with what somebody has written into it. Written in batches after the answers;
-- what there is no room for is left out and counted.
CREATE TABLE request_log (
  -- As in `X-Request-Id`.
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  sandbox boolean NOT NULL,
  method text NOT NULL,
  -- As the table of routes has it.
  route text NOT NULL,
  -- Null: whoever asked was gone before the answer.
  status integer,
  code text,
  ms integer NOT NULL CHECK (ms >= 0),
  principal_kind text NOT NULL,
  principal_id text,
  store_id text,
  order_id text,
  -- Of the `Idempotency-Key`, under a key of ours: whose it is nobody can guess.
  idempotency_hash text
);
CREATE INDEX request_log_listed ON request_log (sandbox, at DESC, id DESC);
CREATE INDEX request_log_of_store ON request_log (store_id, sandbox, at DESC, id DESC)
  WHERE store_id IS NOT NULL;
