-- compatible-from: 26
-- An instalment that a chargeback opened again is due again from that day; nothing of a loan is booked on a day before its
-- last operation.
ALTER TABLE instalments ADD COLUMN reopened_on date;
ALTER TABLE instalments ADD CONSTRAINT instalments_late_after_reopened CHECK (late_on > reopened_on) NOT VALID;
ALTER TABLE instalments ADD CONSTRAINT instalments_paid_after_reopened CHECK (paid_on >= reopened_on) NOT VALID;

ALTER TABLE loans ADD COLUMN booked_on date;
UPDATE loans SET booked_on = greatest(confirmed_on, cancelled_on, withdrawn_on, written_off_on);
ALTER TABLE loans ALTER COLUMN booked_on SET NOT NULL;
ALTER TABLE loans ADD CONSTRAINT loans_booked_on CHECK (booked_on >= confirmed_on AND booked_on >= cancelled_on
  AND booked_on >= withdrawn_on AND booked_on >= written_off_on) NOT VALID;
