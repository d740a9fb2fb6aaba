-- compatible-from: 30
-- The last day on which the buyer may withdraw. Of loans that run already it is the one that they were told.
ALTER TABLE loans ADD COLUMN withdrawable_until date;
UPDATE loans SET withdrawable_until = confirmed_on + 14;
ALTER TABLE loans ALTER COLUMN withdrawable_until SET NOT NULL;
ALTER TABLE loans ADD CONSTRAINT loans_withdrawable_until CHECK (withdrawable_until > confirmed_on) NOT VALID;
