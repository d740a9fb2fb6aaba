-- compatible-from: 1

-- ## What the lender lets a store do

-- A row for each change, in each mode; the one with the highest version counts. A store without
-- one is active.
CREATE TABLE store_states (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  state text NOT NULL CHECK (state IN ('onboarding', 'active', 'suspended', 'closing', 'closed')),
  -- What is on: checkouts and signatures; confirmations and captures; payouts on the calendar.
  new_credit boolean NOT NULL,
  captures boolean NOT NULL,
  payouts boolean NOT NULL,
  -- In the time of the world.
  created_at timestamptz NOT NULL,
  -- In the store's time, by which deadlines of captures stand still while captures are off.
  store_at timestamptz NOT NULL,
  action_id text NOT NULL DEFAULT '00000000000000000000000000000000',
  PRIMARY KEY (store_id, sandbox, version),
  CONSTRAINT store_states_switches CHECK (CASE state WHEN 'onboarding' THEN NOT new_credit
    WHEN 'active' THEN new_credit AND captures AND payouts
    WHEN 'suspended' THEN NOT (new_credit AND captures AND payouts)
    WHEN 'closing' THEN NOT new_credit AND NOT payouts
    ELSE NOT new_credit AND NOT captures AND NOT payouts END)
);
CREATE TRIGGER store_states_append_only BEFORE UPDATE OR DELETE ON store_states
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER store_states_not_emptied BEFORE TRUNCATE ON store_states
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Holds what the store may do as it is until the end of the transaction: whoever changes it waits
-- for all who have asked. It is read after that, by a snapshot of its own.
CREATE FUNCTION hold_store_state(store text, in_sandbox boolean) RETURNS SETOF store_states
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('store_state/' || store || '/' || in_sandbox, 0));
  RETURN QUERY SELECT * FROM store_states s WHERE s.store_id = store AND s.sandbox = in_sandbox
    ORDER BY s.version DESC LIMIT 1;
END
$$;

-- ## Who a store is

ALTER TABLE stores
  -- As the lender knows it: legal name, tax number, country, contact, owner's address.
  ADD COLUMN register jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(register) = 'object'),
  -- Of what the lender changes by the version that it has read.
  ADD COLUMN version integer NOT NULL DEFAULT 1 CHECK (version > 0);
