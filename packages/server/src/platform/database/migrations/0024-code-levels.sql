-- compatible-from: 1

-- ## Processes

ALTER TABLE heartbeats
  -- Of the code that the process runs: the number of its newest migration. Null: it is older than that
  -- is said.
  ADD COLUMN code_level integer CHECK (code_level > 0);
