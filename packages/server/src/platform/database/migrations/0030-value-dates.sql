-- compatible-from: 1

-- ## Late charges given back

-- What was paid of a late charge becomes the buyer's credit, where money that came before the charge
-- is booked after it (decision 0162).
ALTER TABLE allocations DROP CONSTRAINT allocations_source_check;
ALTER TABLE allocations
  ADD CONSTRAINT allocations_source_check CHECK (source IN ('payment', 'reduction', 'credit', 'reversal',
    'write_off', 'charge_back', 'waiver', 'write_off_undo', 'given_back')) NOT VALID;
ALTER TABLE allocations DROP CONSTRAINT allocations_below_zero;
ALTER TABLE allocations
  ADD CONSTRAINT allocations_below_zero CHECK (amount <> 0
    AND (amount < 0) = (source IN ('charge_back', 'write_off_undo', 'given_back'))) NOT VALID;

-- ## Creditors

-- Orders and loans are found by the creditor that the terms of their store named.
CREATE INDEX store_terms_creditor ON store_terms ((terms #>> '{lender,creditor,id}'));
