-- What hash partitions by store cost and give: a tenth of a loaded database's orders with their details, once
-- as they are and once in 16 partitions, asked the same. See "Partitions" in docs/operating/scaling.md.
-- Usage: psql DATABASE -f bench/growth/partitions.sql
\set ON_ERROR_STOP on
\pset footer off
SET max_parallel_workers_per_gather = 0; SET jit = off; SET maintenance_work_mem = '512MB';
DROP SCHEMA IF EXISTS flat CASCADE; DROP SCHEMA IF EXISTS spread CASCADE;
CREATE SCHEMA flat; CREATE SCHEMA spread;

DO $$
DECLARE
  source text;
  place text;
  names text;
  definition text;
BEGIN
  FOREACH source IN ARRAY ARRAY['orders', 'order_details'] LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO names FROM pg_attribute
      WHERE attrelid = ('public.' || source)::regclass AND attnum > 0 AND attgenerated = ''
        AND NOT attisdropped;
    FOREACH place IN ARRAY ARRAY['flat', 'spread'] LOOP
      EXECUTE format('CREATE TABLE %I.%I (LIKE public.%I INCLUDING ALL EXCLUDING INDEXES) %s', place, source,
        source, CASE place WHEN 'spread' THEN 'PARTITION BY HASH (store_id)' ELSE '' END);
      FOR part IN 0..15 LOOP
        CONTINUE WHEN place = 'flat';
        EXECUTE format('CREATE TABLE spread.%I PARTITION OF spread.%I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
          source || '_' || part, source, part);
      END LOOP;
      EXECUTE format('INSERT INTO %I.%I (%s) SELECT %s FROM public.%I WHERE right(%I, 2) < ''1a''', place, source,
        names, names, source, CASE source WHEN 'orders' THEN 'id' ELSE 'order_id' END);
      FOR definition IN SELECT pg_get_indexdef(indexrelid) FROM pg_index
          WHERE indrelid = ('public.' || source)::regclass LOOP
        definition := regexp_replace(definition, 'INDEX \S+ ON public\.', 'INDEX ON ' || place || '.');
        -- What is unique over all stores cannot be so over partitions.
        IF place = 'spread' AND definition LIKE '%btree (id)%' THEN
          definition := replace(definition, 'UNIQUE ', '');
        END IF;
        EXECUTE definition;
      END LOOP;
    END LOOP;
  END LOOP;
END $$;
VACUUM (ANALYZE) flat.orders, flat.order_details, spread.orders, spread.order_details;

CREATE TEMP TABLE asked AS SELECT row_number() OVER () AS n, store_id, id FROM (
  SELECT store_id, id FROM flat.orders ORDER BY md5(id) LIMIT 2000) s;
CREATE TEMP TABLE took (place text, what text, us numeric);

DO $$
DECLARE
  place text;
  asked record;
  round int;
  begun timestamptz;
  what text;
  statement text;
  names text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = 'public.orders'::regclass AND attnum > 0 AND attgenerated = '' AND NOT attisdropped);
BEGIN
  -- In turn, so that whatever else the machine does meets both; the first round does not count.
  FOR round IN 0..3 LOOP
    FOR asked IN SELECT * FROM asked LOOP
      FOREACH place IN ARRAY ARRAY['flat', 'spread'] LOOP
        FOREACH what IN ARRAY ARRAY['planned', 'by key', 'inserted', 'locked and updated', 'by id alone',
            'first page'] LOOP
          CONTINUE WHEN what = 'first page' AND asked.n % 10 <> 0;
          statement := CASE what
            WHEN 'planned' THEN format('EXPLAIN SELECT * FROM %1$I.orders o JOIN %1$I.order_details d
              ON d.store_id = o.store_id AND d.order_id = o.id WHERE o.store_id = %2$L AND o.id = %3$L', place,
              asked.store_id, asked.id)
            WHEN 'by key' THEN format('SELECT 1 FROM %1$I.orders o JOIN %1$I.order_details d
              ON d.store_id = o.store_id AND d.order_id = o.id WHERE o.store_id = %2$L AND o.id = %3$L', place,
              asked.store_id, asked.id)
            WHEN 'locked and updated' THEN format('UPDATE %1$I.orders SET version = version + 1
              WHERE store_id = %2$L AND id = %3$L', place, asked.store_id, asked.id)
            WHEN 'inserted' THEN format('INSERT INTO %1$I.orders (%4$s) SELECT %5$s FROM %1$I.orders
              WHERE store_id = %2$L AND id = %3$L', place, asked.store_id, asked.id, names,
              regexp_replace(names, ' (id|mid),', format(' %L AS \1,', md5(asked.id || round)), 'g'))
            WHEN 'by id alone' THEN format('SELECT 1 FROM %I.orders WHERE id = %L', place, asked.id)
            ELSE format('SELECT id FROM %I.orders WHERE store_id = %L AND sandbox
              AND state NOT IN (''in_process'', ''ko'') ORDER BY created_at DESC, id DESC LIMIT 20', place,
              asked.store_id) END;
          begun := clock_timestamp();
          EXECUTE statement;
          IF round > 0 THEN
            INSERT INTO took VALUES (place, what, extract(epoch FROM clock_timestamp() - begun) * 1e6);
          END IF;
        END LOOP;
      END LOOP;
    END LOOP;
  END LOOP;
END $$;
SELECT what, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY us) FILTER (WHERE place = 'flat')) AS flat_us,
  round(percentile_cont(0.5) WITHIN GROUP (ORDER BY us) FILTER (WHERE place = 'spread')) AS spread_us
FROM took GROUP BY what ORDER BY what;
SELECT n.nspname AS place, pg_size_pretty(sum(pg_table_size(c.oid))) AS data,
  pg_size_pretty(sum(pg_indexes_size(c.oid))) AS indexes
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('flat', 'spread') AND c.relkind = 'r' GROUP BY 1;
DROP SCHEMA flat CASCADE; DROP SCHEMA spread CASCADE;
