-- compatible-from: 1
--
-- A lane of background work that goes on failing is announced once (decision 0164).

-- ## Background work

ALTER TABLE lanes
  -- When it was last announced that it goes on failing.
  ADD COLUMN announced_at timestamptz;

-- ## Failures

-- As of stores' deliveries: what failed and is not mended is few among all.
CREATE INDEX lender_deliveries_failed ON lender_deliveries (settled_at) WHERE state = 'failed';
CREATE INDEX lender_deliveries_failing ON lender_deliveries (created_at)
  WHERE state = 'waiting' AND tries > 0;
CREATE INDEX approvals_failed ON approvals (ended_at) WHERE status = 'failed';
