-- A sandbox store's own time (decision 0038). A store without a row lives in the time of the world. A clock shows `shows`,
-- or what has passed since `runs_since` in addition; it never goes back.
CREATE TABLE test_clocks (
  store_id text PRIMARY KEY REFERENCES stores (id),
  sandbox boolean NOT NULL DEFAULT true CHECK (sandbox),
  shows timestamptz NOT NULL CHECK (shows < '2200-01-01'),
  -- In the time of the world. Null: frozen.
  runs_since timestamptz,
  -- Where a journey is heading that has not arrived yet, and whether the clock runs on from there.
  target timestamptz CHECK (target >= shows AND target < '2200-01-01'),
  runs_on boolean NOT NULL DEFAULT false,
  -- Who does the store's due work at the moment, and until when nobody else may; in the time of the world.
  worker text,
  held_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK (target IS NULL OR runs_since IS NULL),
  CHECK (target IS NOT NULL OR NOT runs_on),
  CHECK ((worker IS NULL) = (held_until IS NULL))
);

-- What is due of one store, whose time may be years ahead of what is due elsewhere. Live rows are in neither.
CREATE INDEX orders_sandbox_due ON orders (store_id, expires_at) WHERE sandbox AND expires_at IS NOT NULL;
CREATE INDEX orders_sandbox_lapse_due ON orders (store_id, lapse_due_at) WHERE sandbox AND lapse_due_at IS NOT NULL;
CREATE INDEX notifications_due_of_store ON notifications (store_id, next_attempt_at) WHERE state = 'waiting';
