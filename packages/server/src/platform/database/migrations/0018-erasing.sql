-- compatible-from: 1

-- ## Personal data

ALTER TABLE persons
  -- From then on nothing is left of them but ids, days and amounts (decision 0134). Their number is
  -- their id. Null: they are not erased.
  ADD COLUMN erased_at timestamptz;

CREATE INDEX persons_erased ON persons (id) WHERE erased_at IS NOT NULL;

-- Found with them: what a buyer has typed and never signed.
CREATE INDEX order_details_buyer_document ON order_details ((buyer ->> 'document_id')) WHERE buyer IS NOT NULL;

ALTER TABLE documents
  -- When its person was erased; the hash stays, which what was signed is proven by.
  ADD COLUMN erased_at timestamptz;
ALTER TABLE documents DROP CONSTRAINT documents_hashed;
ALTER TABLE documents ADD CONSTRAINT documents_hashed CHECK (CASE WHEN erased_at IS NULL
  THEN sha256 = encode(sha256(convert_to(html, 'UTF8')), 'hex') ELSE html = 'erased' END) NOT VALID;
DROP TRIGGER documents_append_only ON documents;
CREATE TRIGGER documents_append_only BEFORE DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER documents_erased_only BEFORE UPDATE ON documents FOR EACH ROW
  WHEN (OLD.erased_at IS NOT NULL OR NEW.erased_at IS NULL
    OR (OLD.store_id, OLD.order_id, OLD.sandbox, OLD.kind, OLD.id, OLD.language, OLD.sha256, OLD.created_at)
      IS DISTINCT FROM
      (NEW.store_id, NEW.order_id, NEW.sandbox, NEW.kind, NEW.id, NEW.language, NEW.sha256, NEW.created_at))
  EXECUTE FUNCTION refuse_change();
