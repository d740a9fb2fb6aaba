-- compatible-from: 1

-- ## Webhooks

-- The same rows as before, told by the column that is searched (a delivery waits while it has a next
-- attempt): so no other index answers what is due. That of open deliveries did as well, and after
-- statistics of a moment without any it was taken, and all that was open looked through each time.
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (endpoint_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
DROP INDEX webhook_deliveries_due;
