-- compatible-from: 33
-- Older code would book what it does to a loan without the hash of its plan.
-- What is hashed from here on (decision 0074): an entry that changes a loan covers the plan that it left, and the entry of
-- a payout the payout. Entries from before verify as they did: they have no such hash.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_content_hash
  CHECK (content_hash ~ '^[0-9a-f]{64}$') NOT VALID;
ALTER TABLE store_entries ADD COLUMN content_hash text CHECK (content_hash ~ '^[0-9a-f]{64}$');
