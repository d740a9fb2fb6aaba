-- The kid of the key under which a text is sealed: `v2.kid.…`, or `0` for those of before the ring; null for what is in
-- plain text, such as an answer that holds no secret.
CREATE FUNCTION sealed_kid(sealed text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN sealed LIKE 'v2.%' THEN split_part(sealed, '.', 2) WHEN sealed ~ '^[A-Za-z0-9+/]' THEN '0' END
$$;
CREATE INDEX payment_methods_sealed ON payment_methods (sealed_kid(token));
CREATE INDEX idempotency_keys_sealed ON idempotency_keys (sealed_kid(body)) WHERE sealed_kid(body) IS NOT NULL;
