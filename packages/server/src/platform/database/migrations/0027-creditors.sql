-- compatible-from: 1

-- ## Creditors

-- Who grants credit, as documents print them (record 0161): a row for each version, whole, only
-- added. Terms of a store name one of them, with what it says.
CREATE TABLE creditors (
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  version integer NOT NULL CHECK (version > 0),
  sandbox boolean NOT NULL,
  -- All that is printed; the action that made it holds its hash.
  identity jsonb NOT NULL CHECK (identity ->> 'name' <> ''),
  created_at timestamptz NOT NULL,
  action_id text NOT NULL DEFAULT '00000000000000000000000000000000',
  PRIMARY KEY (id, version)
);
CREATE INDEX creditors_listed ON creditors (sandbox, created_at);
CREATE TRIGGER creditors_append_only BEFORE UPDATE OR DELETE ON creditors
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER creditors_not_emptied BEFORE TRUNCATE ON creditors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
