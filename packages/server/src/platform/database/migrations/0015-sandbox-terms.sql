-- compatible-from: 1

-- ## Terms of the sandbox

ALTER TABLE stores
  -- Name and settings of the lender as they hold in the sandbox, all of them; null: as in live mode.
  -- `settings` has those of live mode, beside what both modes share.
  ADD COLUMN sandbox_terms jsonb CHECK (jsonb_typeof(sandbox_terms) = 'object');
