-- compatible-from: 29
-- Older code would sign without the hash of what is signed.
-- What is hashed from here on: a seal covers also when its events happened and what they tell, and the entry of a
-- confirmation what was signed (decision 0064). What was written before verifies as it did: the version stands in the row.
ALTER TABLE seals ADD COLUMN content_version smallint NOT NULL DEFAULT 1 CHECK (content_version IN (1, 2));

-- Over the offer, the terms and the documents, as they were signed; the entry of the confirmation repeats it.
ALTER TABLE order_details ADD COLUMN signed_hash text CHECK (signed_hash ~ '^[0-9a-f]{64}$');
ALTER TABLE ledger_entries ADD COLUMN content_hash text
  CHECK (content_hash IS NULL OR kind = 'confirm' AND content_hash ~ '^[0-9a-f]{64}$');

-- The effect that an answer tells of, beside the place of its event.
ALTER TABLE idempotency_keys ADD COLUMN effect_id text;
