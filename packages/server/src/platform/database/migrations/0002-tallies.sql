-- compatible-from: 1

-- ## Tallies

-- How many orders and settlement lines a store has of each day, so that lists and statements need
-- not count them (decision 0096). What is written adds rows; now and then those of one day are made
-- one. No row says how much there is: only their sum does.
CREATE TABLE order_tallies (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  -- By UTC, of the order's creation.
  day date NOT NULL,
  -- An order is counted from its signature on.
  status text NOT NULL,
  financing_status text NOT NULL,
  count integer NOT NULL,
  id text NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (store_id, sandbox, day, id)
);

CREATE TABLE line_tallies (
  store_id text NOT NULL,
  sandbox boolean NOT NULL,
  -- By UTC, of the line's creation.
  day date NOT NULL,
  currency text NOT NULL,
  type text NOT NULL,
  count integer NOT NULL,
  amount bigint NOT NULL,
  net bigint NOT NULL,
  id text NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (store_id, sandbox, day, id)
);

-- Whose rows are all counted. What was there before the tallies is counted once, by a worker; until
-- then lists and statements look for themselves.
CREATE TABLE tally_heads (
  store_id text NOT NULL REFERENCES stores (id),
  sandbox boolean NOT NULL,
  -- Null: not yet.
  counted_at timestamptz,
  -- Of the stream of events, when the rows of a day were last made one.
  position bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  PRIMARY KEY (store_id, sandbox)
);

CREATE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state <> 'in_process' THEN
    INSERT INTO order_tallies (store_id, sandbox, day, status, financing_status, count)
    VALUES (OLD.store_id, OLD.sandbox, (OLD.created_at AT TIME ZONE 'UTC')::date, OLD.status,
      OLD.financing_status, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state <> 'in_process' THEN
    INSERT INTO order_tallies (store_id, sandbox, day, status, financing_status, count)
    VALUES (NEW.store_id, NEW.sandbox, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.status,
      NEW.financing_status, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_tallied AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.state <> 'in_process') EXECUTE FUNCTION tally_orders();
CREATE TRIGGER orders_tallied_again AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.state <> 'in_process', OLD.status, OLD.financing_status, OLD.created_at,
      OLD.store_id, OLD.sandbox)
    IS DISTINCT FROM (NEW.state <> 'in_process', NEW.status, NEW.financing_status, NEW.created_at,
      NEW.store_id, NEW.sandbox))
  EXECUTE FUNCTION tally_orders();
CREATE TRIGGER orders_tallied_no_more AFTER DELETE ON orders FOR EACH ROW
  WHEN (OLD.state <> 'in_process') EXECUTE FUNCTION tally_orders();

-- Those of one statement together: that of many operations adds one row.
CREATE FUNCTION tally_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO line_tallies (store_id, sandbox, day, currency, type, count, amount, net)
  SELECT l.store_id, l.sandbox, (l.created_at AT TIME ZONE 'UTC')::date, l.currency, l.type,
    count(*), sum(l.amount), sum(l.net)
  FROM made l GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE TRIGGER settlement_lines_tallied AFTER INSERT ON settlement_lines
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION tally_lines();
