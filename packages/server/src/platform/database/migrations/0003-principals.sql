-- compatible-from: 1

-- Beside keys of stores there are keys and people of the lender, and people of stores.
ALTER TABLE actions DROP CONSTRAINT actions_principal_kind_check;
ALTER TABLE actions
  ADD CONSTRAINT actions_principal_kind_check CHECK (principal_kind IN ('store_key', 'store_person',
    'lender_key', 'lender_person', 'buyer', 'cli', 'service', 'stranger'));
