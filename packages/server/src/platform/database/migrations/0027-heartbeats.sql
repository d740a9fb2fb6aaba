-- compatible-from: 24
-- A row per process, written over every other second: whether the database can be written (database/probe.ts).
CREATE TABLE heartbeats (process_id text PRIMARY KEY, beat_at timestamptz NOT NULL) WITH (fillfactor = 50);
