-- compatible-from: 25
-- Older code would let a bound key in anywhere.
-- What keys are bound to, who made them, and when a store was told that one is unused.
ALTER TABLE api_keys DROP CONSTRAINT api_keys_scopes;
UPDATE api_keys SET scopes = array_append(scopes, 'keys:write')
WHERE 'settings:write' = ANY(scopes) AND NOT 'keys:write' = ANY(scopes);
ALTER TABLE api_keys
  ADD COLUMN mode text CHECK (mode IN ('sandbox', 'live')),
  -- Addresses and ranges; null: any.
  ADD COLUMN addresses text[]
    CHECK (cardinality(addresses) BETWEEN 1 AND 50 AND array_position(addresses, NULL) IS NULL),
  -- The key that made it; null: the operator, or a version that did not write it down.
  ADD COLUMN maker_id text,
  ADD COLUMN unused_at timestamptz,
  ADD CONSTRAINT api_keys_maker FOREIGN KEY (store_id, maker_id) REFERENCES api_keys (store_id, id),
  ADD CONSTRAINT api_keys_public_anywhere CHECK (kind = 'private' OR addresses IS NULL),
  ADD CONSTRAINT api_keys_scopes CHECK (CASE kind WHEN 'public' THEN cardinality(scopes) = 0
    ELSE scopes <@ ARRAY['orders:read', 'orders:write', 'refunds:write', 'campaigns:write', 'settings:write',
      'keys:write', 'events:read'] END);
CREATE INDEX api_keys_made ON api_keys (store_id, maker_id) WHERE maker_id IS NOT NULL;
