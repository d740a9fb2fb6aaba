-- compatible-from: 1

-- ## Payouts that wait

ALTER TABLE payouts DROP CONSTRAINT payouts_status_check;
ALTER TABLE payouts
  ADD CONSTRAINT payouts_status_check CHECK (status IN ('proposed', 'held', 'paid')) NOT VALID;
-- Nothing is booked of one that waits.
ALTER TABLE payouts ALTER COLUMN ledger_sequence DROP NOT NULL;
ALTER TABLE payouts
  -- From when one that was proposed is paid by itself; null: it was paid as it was made.
  ADD COLUMN payable_at timestamptz,
  -- When one that waited was paid; null: it waits, or was paid as it was made.
  ADD COLUMN paid_at timestamptz;
ALTER TABLE payouts
  ADD CONSTRAINT payouts_waiting CHECK ((status = 'paid') = (ledger_sequence IS NOT NULL)
    AND (status = 'paid' AND payable_at IS NOT NULL) = (paid_at IS NOT NULL)
    AND (status = 'paid' OR payable_at IS NOT NULL) AND payable_at > created_at
    AND paid_at >= created_at) NOT VALID;
CREATE INDEX payouts_waiting ON payouts (payable_at) WHERE status = 'proposed';
CREATE INDEX payouts_held ON payouts (store_id, sandbox) WHERE status <> 'paid';

-- One that is proposed is held or paid, one that is held is paid; nothing else of it ever changes.
DROP TRIGGER payouts_append_only ON payouts;
CREATE TRIGGER payouts_append_only BEFORE DELETE ON payouts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payouts_move_on BEFORE UPDATE ON payouts FOR EACH ROW
  WHEN ((OLD.status, NEW.status) NOT IN (('proposed', 'held'), ('proposed', 'paid'), ('held', 'paid'))
    OR (OLD.store_id, OLD.sandbox, OLD.id, OLD.currency, OLD.amount, OLD.carried, OLD.from_position,
        OLD.to_position, OLD.previous_at, OLD.due_at, OLD.created_at, OLD.payable_at, OLD.action_id)
      IS DISTINCT FROM
      (NEW.store_id, NEW.sandbox, NEW.id, NEW.currency, NEW.amount, NEW.carried, NEW.from_position,
        NEW.to_position, NEW.previous_at, NEW.due_at, NEW.created_at, NEW.payable_at, NEW.action_id))
  EXECUTE FUNCTION refuse_change();

-- ## Debts given up

ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind_check;
ALTER TABLE ledger_entries
  ADD CONSTRAINT ledger_entries_kind_check CHECK (kind IN ('confirm', 'capture', 'void', 'refund', 'edit',
    'cancel', 'due', 'late', 'payment', 'charge_back', 'credit_return', 'failed_return', 'withdrawal',
    'write_off', 'waiver', 'write_off_undo')) NOT VALID;
ALTER TABLE allocations DROP CONSTRAINT allocations_source_check;
ALTER TABLE allocations
  ADD CONSTRAINT allocations_source_check CHECK (source IN ('payment', 'reduction', 'credit', 'reversal',
    'write_off', 'charge_back', 'waiver', 'write_off_undo')) NOT VALID;
-- What opens something again is below zero.
ALTER TABLE allocations DROP CONSTRAINT allocations_check;
ALTER TABLE allocations
  ADD CONSTRAINT allocations_below_zero CHECK (amount <> 0
    AND (amount < 0) = (source IN ('charge_back', 'write_off_undo'))) NOT VALID;
