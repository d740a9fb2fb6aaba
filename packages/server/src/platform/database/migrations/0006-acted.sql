-- compatible-from: 1

-- ## Actions

-- Who did what to the rest of the database is one chain for each mode (decision 0110). What is of
-- no mode stands in the chain of live mode.
ALTER TABLE actions
  -- Whose data it was about.
  ADD COLUMN person_id text,
  ADD COLUMN session_id text,
  ADD COLUMN approval_id text,
  -- The maker of that approval.
  ADD COLUMN on_behalf text,
  ADD COLUMN reason_code text,
  ADD COLUMN reason_note text CONSTRAINT actions_reason_note CHECK (length(reason_note) <= 2000),
  -- The last entry that it booked, in the chain of the order, or of a payout in that of the store.
  ADD COLUMN entry_sequence bigint CONSTRAINT actions_entry CHECK (entry_sequence > 0),
  -- The hash of that entry: with it the chain covers the ledger, too. (A length is
  -- compared faster than a pattern, and this is written with every capture.)
  ADD COLUMN after_hash text CONSTRAINT actions_after_hash CHECK (octet_length(after_hash) = 64),
  -- Over all of the above, and of what stood here before.
  ADD COLUMN content_hash text CONSTRAINT actions_content_hash CHECK (octet_length(content_hash) = 64),
  -- Null until it is placed.
  ADD COLUMN place bigint CONSTRAINT actions_place CHECK (place > 0),
  ADD COLUMN previous_hash text CONSTRAINT actions_previous_hash CHECK (octet_length(previous_hash) IN (0, 64)),
  ADD COLUMN hash text CONSTRAINT actions_hash CHECK (octet_length(hash) = 64);
-- Who writes a log must not wait for what it names.
ALTER TABLE actions DROP CONSTRAINT actions_store_id_fkey;
-- Actions on an order are found by its events.
DROP INDEX actions_object;
CREATE INDEX actions_of_object ON actions (object_kind, object_id) WHERE object_kind <> 'order';
CREATE UNIQUE INDEX actions_placed ON actions (coalesce(mode, 'live'), place) WHERE place IS NOT NULL;
CREATE INDEX actions_unplaced ON actions (coalesce(mode, 'live'), at) WHERE place IS NULL;

DROP TRIGGER actions_append_only ON actions;
CREATE TRIGGER actions_append_only BEFORE DELETE OR TRUNCATE ON actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_actions();
CREATE TRIGGER actions_placed_once BEFORE UPDATE ON actions FOR EACH ROW
  WHEN (OLD.place IS NOT NULL OR NEW.place IS NULL
    OR OLD.content_hash IS NOT NULL AND OLD.content_hash IS DISTINCT FROM NEW.content_hash
    OR (OLD.id, OLD.store_id, OLD.mode, OLD.at, OLD.principal_kind, OLD.principal_id, OLD.principal_name,
        OLD.key_id, OLD.request_id, OLD.address, OLD.agent, OLD.route, OLD.action, OLD.object_kind, OLD.object_id,
        OLD.outcome, OLD.refusal, OLD.changes, OLD.count, OLD.person_id, OLD.session_id, OLD.approval_id,
        OLD.on_behalf, OLD.reason_code, OLD.reason_note, OLD.entry_sequence,
        OLD.after_hash)
      IS DISTINCT FROM
      (NEW.id, NEW.store_id, NEW.mode, NEW.at, NEW.principal_kind, NEW.principal_id, NEW.principal_name,
        NEW.key_id, NEW.request_id, NEW.address, NEW.agent, NEW.route, NEW.action, NEW.object_kind, NEW.object_id,
        NEW.outcome, NEW.refusal, NEW.changes, NEW.count, NEW.person_id, NEW.session_id, NEW.approval_id,
        NEW.on_behalf, NEW.reason_code, NEW.reason_note, NEW.entry_sequence,
        NEW.after_hash))
  EXECUTE FUNCTION refuse_change_of_actions();

-- The end of each chain, and of its seals. Whoever places actions holds this row.
CREATE TABLE action_chains (
  mode text PRIMARY KEY CHECK (mode IN ('sandbox', 'live')),
  place bigint NOT NULL DEFAULT 0 CHECK (place >= 0),
  hash text NOT NULL DEFAULT '',
  seal_number bigint NOT NULL DEFAULT 0 CHECK (seal_number >= 0),
  sealed_place bigint NOT NULL DEFAULT 0 CHECK (sealed_place >= seal_number AND sealed_place <= place),
  seal_hash text NOT NULL DEFAULT '',
  sealed_at timestamptz,
  CHECK ((place = 0) = (hash = '')),
  CHECK ((seal_number = 0) = (seal_hash = '') AND (seal_number = 0) = (sealed_at IS NULL))
);
INSERT INTO action_chains (mode) VALUES ('sandbox'), ('live');

-- Once a minute the end of a chain is noted with its time, in a chain of its own. Append-only.
CREATE TABLE action_seals (
  mode text NOT NULL REFERENCES action_chains (mode),
  number bigint NOT NULL CHECK (number > 0),
  -- The end of the chain then, and its hash.
  place bigint NOT NULL CHECK (place > 0),
  head text NOT NULL CHECK (head ~ '^[0-9a-f]{64}$'),
  previous_hash text NOT NULL CHECK (previous_hash ~ '^([0-9a-f]{64})?$'),
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (mode, number)
);
CREATE TRIGGER action_seals_append_only BEFORE UPDATE OR DELETE ON action_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER action_seals_not_emptied BEFORE TRUNCATE ON action_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ## What an action did

-- The action that wrote the row. What was there before actions were kept, and what an earlier
-- version still writes, is of the first one.
ALTER TABLE ledger_entries
  ADD COLUMN action_id text NOT NULL DEFAULT '00000000000000000000000000000000';
ALTER TABLE store_entries
  ADD COLUMN action_id text NOT NULL DEFAULT '00000000000000000000000000000000';
ALTER TABLE events
  ADD COLUMN action_id text NOT NULL DEFAULT '00000000000000000000000000000000';
ALTER TABLE settlement_lines
  ADD COLUMN action_id text NOT NULL DEFAULT '00000000000000000000000000000000';
ALTER TABLE payouts
  ADD COLUMN action_id text NOT NULL DEFAULT '00000000000000000000000000000000';
ALTER TABLE decision_reviews
  ADD COLUMN action_id text NOT NULL DEFAULT '00000000000000000000000000000000';

-- As before, and the action of a row stays.
DROP TRIGGER events_placed_once ON events;
CREATE TRIGGER events_placed_once BEFORE UPDATE ON events FOR EACH ROW
  WHEN (OLD.position IS NOT NULL
    OR (OLD.store_id, OLD.sandbox, OLD.id, OLD.type, OLD.data, OLD.created_at, OLD.order_id, OLD.sequence, OLD.subject,
        OLD.ledger_sequence, OLD.action_id)
      IS DISTINCT FROM
      (NEW.store_id, NEW.sandbox, NEW.id, NEW.type, NEW.data, NEW.created_at, NEW.order_id, NEW.sequence, NEW.subject,
        NEW.ledger_sequence, NEW.action_id))
  EXECUTE FUNCTION refuse_change();
DROP TRIGGER decision_reviews_note_only ON decision_reviews;
CREATE TRIGGER decision_reviews_note_only BEFORE UPDATE ON decision_reviews FOR EACH ROW
  WHEN ((OLD.store_id, OLD.order_id, OLD.decision_id, OLD.outcome, OLD.created_at, OLD.action_id)
    IS DISTINCT FROM (NEW.store_id, NEW.order_id, NEW.decision_id, NEW.outcome, NEW.created_at, NEW.action_id)
    OR NEW.note IS NOT NULL)
  EXECUTE FUNCTION refuse_change();

-- The first one: what stood when the log began.
INSERT INTO actions (id, at, principal_kind, principal_name, action, outcome, changes)
SELECT repeat('0', 32), date_trunc('milliseconds', now()), 'service', 'migration', 'log.begin', 'done', jsonb_object_agg(of.name, to_jsonb(of.hash))
FROM (
  SELECT 'stores' AS name, encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', id, name, time_zone, settings),
    E'\n' ORDER BY id), ''), 'UTF8')), 'hex') AS hash FROM stores
  UNION ALL
  SELECT 'api_keys', encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', store_id, id, hash, scopes::text,
    revoked_at IS NULL), E'\n' ORDER BY store_id, id), ''), 'UTF8')), 'hex') FROM api_keys
  UNION ALL
  SELECT 'seals', encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', store_id, sandbox, hash),
    E'\n' ORDER BY store_id, sandbox), ''), 'UTF8')), 'hex') FROM seal_heads
) of;
