-- compatible-from: 1

-- ## Jobs

-- How each lane of background work does, over all processes, and what people have said of it
-- (record 0146). A lane without a row runs, and has not been heard of yet.
CREATE TABLE lanes (
  name text PRIMARY KEY,
  -- When a turn last ended without an error.
  succeeded_at timestamptz,
  -- The last turn that found something to do, and how much it did.
  worked_at timestamptz,
  last_batch integer CHECK (last_batch > 0),
  -- What all turns have done.
  done bigint NOT NULL DEFAULT 0 CHECK (done >= 0),
  failed_at timestamptz,
  -- The code of the error, never its words.
  failure text,
  -- Since when it rests, and who has said so; null: it runs.
  paused_at timestamptz,
  paused_by text,
  pause_note text,
  -- When somebody last wanted its next turn at once.
  run_at timestamptz,
  CHECK ((worked_at IS NULL) = (last_batch IS NULL)),
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK ((paused_at IS NULL) = (pause_note IS NULL))
);

-- What failed and is not mended is few among all: the lists of failures are read along these.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (settled_at) WHERE state = 'failed';
CREATE INDEX webhook_deliveries_failing ON webhook_deliveries (created_at)
  WHERE state = 'waiting' AND tries > 0;
CREATE INDEX notifications_abandoned ON notifications (deadline) WHERE state = 'abandoned';
CREATE INDEX payments_failed ON payments (settled_at) WHERE state = 'failed';
