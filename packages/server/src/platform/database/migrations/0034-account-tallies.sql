-- compatible-from: 1
-- ## Tallies

-- What was debited and credited on each account on a day, over all stores of a mode, so that a trial
-- balance need not read all postings (decision 0190). A worker sums what the events of each stream
-- have booked, in the order of their positions; later bookings are added when somebody asks.
CREATE TABLE account_tallies (
  sandbox boolean NOT NULL,
  -- By UTC, of the entry's creation.
  day date NOT NULL,
  account text NOT NULL,
  currency text NOT NULL,
  debit bigint NOT NULL CHECK (debit >= 0),
  credit bigint NOT NULL CHECK (credit >= 0),
  PRIMARY KEY (sandbox, day, account, currency)
);

ALTER TABLE tally_heads
  -- The bookings of the stream's events up to this position are in the tallies of accounts.
  ADD COLUMN booked_position bigint NOT NULL DEFAULT 0 CHECK (booked_position >= 0);
