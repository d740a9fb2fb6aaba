-- Who grants the credit; null: the store itself.
UPDATE stores SET settings = '{"lender": null}'::jsonb || settings;

-- What the buyer read and signed, as it was: the pre-contractual information and the agreement of each order are kept
-- in the transaction of the signature. Whoever holds the page can prove it by its hash.
CREATE TABLE documents (
  store_id text NOT NULL,
  order_id text NOT NULL,
  sandbox boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('pre_contract', 'agreement')),
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  sha256 text NOT NULL,
  html text NOT NULL CHECK (length(html) BETWEEN 1 AND 1000000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, kind),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  CONSTRAINT documents_hashed CHECK (sha256 = encode(sha256(convert_to(html, 'UTF8')), 'hex'))
);
CREATE UNIQUE INDEX documents_id ON documents (store_id, id);

CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER documents_not_emptied BEFORE TRUNCATE ON documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
