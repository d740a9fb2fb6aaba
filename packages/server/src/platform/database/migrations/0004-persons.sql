-- compatible-from: 1

-- ## Persons and exposure

-- A person as the lender knows them, by their document: the same at every store of a mode. Where the
-- sandbox's people decide, a person is one store's (record 0115).
CREATE TABLE persons (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  sandbox boolean NOT NULL,
  -- Null: of the lender, over all stores.
  store_id text REFERENCES stores (id),
  -- Without blanks, dots and hyphens, in capitals.
  document_country text NOT NULL CHECK (document_country ~ '^[A-Z]{2}$'),
  document_type text NOT NULL CHECK (document_type IN ('nif', 'nie')),
  document_number text NOT NULL CHECK (length(document_number) BETWEEN 1 AND 64),
  created_at timestamptz NOT NULL,
  CONSTRAINT persons_document UNIQUE NULLS NOT DISTINCT
    (document_number, document_type, document_country, sandbox, store_id)
);

ALTER TABLE buyers
  -- Null: the row was written by a version that knew no persons, and waits for the worker.
  ADD COLUMN person_id text REFERENCES persons (id);
CREATE INDEX buyers_of_person ON buyers (person_id);
CREATE INDEX buyers_without_person ON buyers (document_number, sandbox) WHERE person_id IS NULL;

-- What a person may owe over all stores, and how currencies are added. The newest version counts; a
-- decision names the one that it was made by. Append-only.
CREATE TABLE exposure_policies (
  version integer PRIMARY KEY CHECK (version > 0),
  -- In which amounts are added.
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- In that currency. Null: what the store allows that they sign at.
  exposure_max bigint CHECK (exposure_max BETWEEN 0 AND 1000000000000),
  -- Of other currencies, by their codes: what one unit is worth, in millionths of a unit of `currency`.
  rates jsonb NOT NULL CHECK (jsonb_typeof(rates) = 'object'),
  created_at timestamptz NOT NULL
);
CREATE TRIGGER exposure_policies_append_only BEFORE UPDATE OR DELETE ON exposure_policies
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER exposure_policies_not_emptied BEFORE TRUNCATE ON exposure_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
