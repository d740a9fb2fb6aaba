-- Fails the statement, and with it the transaction, when an update did not change as many rows as it must.
CREATE FUNCTION expect_rows(actual bigint, expected bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF actual <> expected THEN
    RAISE EXCEPTION 'changed % rows instead of %', actual, expected USING ERRCODE = 'SV001';
  END IF;
  RETURN true;
END $$;
