-- compatible-from: 1

-- ## What the lender decides of a store

ALTER TABLE stores
  -- Name and settings of the lender as they hold in the sandbox, all of them; null: as in live mode.
  -- `settings` has those of live mode, beside what both modes share.
  ADD COLUMN sandbox_terms jsonb CHECK (jsonb_typeof(sandbox_terms) = 'object'),
  -- The products that the lender allows in live mode, where the store offers less in its settings;
  -- null: what it offers is all of them.
  ADD COLUMN allowed_products jsonb CHECK (jsonb_typeof(allowed_products) = 'array');
