-- compatible-from: 28
-- Older code would change keys, settings and secrets without a trace.
-- Who did what: rows are added and read, nothing else. The columns are those of the lender's action log.
CREATE TABLE actions (
  id text PRIMARY KEY,
  -- Null: what concerns both modes, or none.
  mode text CHECK (mode IN ('sandbox', 'live')),
  at timestamptz NOT NULL,
  principal_kind text NOT NULL CHECK (principal_kind IN ('store_key', 'buyer', 'cli', 'service', 'stranger')),
  -- Of a key its id; of the command line the user of the system.
  principal_id text,
  principal_name text,
  key_id text,
  request_id text,
  address text,
  agent text CHECK (length(agent) <= 120),
  route text,
  action text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  object_kind text,
  object_id text,
  store_id text REFERENCES stores (id),
  outcome text NOT NULL CHECK (outcome IN ('done', 'refused')),
  -- The code of the error.
  refusal text,
  -- Field to {old, new}; of secrets and personal data "changed".
  changes jsonb,
  -- Of refusals beyond those that have rows of their own: how many.
  count integer NOT NULL DEFAULT 1 CHECK (count > 0),
  CHECK ((outcome = 'refused') = (refusal IS NOT NULL)),
  CHECK ((object_kind IS NULL) = (object_id IS NULL))
);
CREATE INDEX actions_object ON actions (object_kind, object_id);

CREATE FUNCTION refuse_change_of_actions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of actions are never changed or removed';
END
$$;
CREATE TRIGGER actions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON actions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_actions();
