-- compatible-from: 1
--
-- A lane of background work that goes on failing is announced once (decision 0164).

-- ## Background work

ALTER TABLE lanes
  -- When it was last announced that it goes on failing.
  ADD COLUMN announced_at timestamptz;
