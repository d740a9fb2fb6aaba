/** A store's orders of two years, one a minute, created in SQL; all constraints are on. */
import type { Client } from 'pg'

const BUYERS = 300_000

const MAKE_BUYERS = `INSERT INTO buyers (store_id, sandbox, id, document_country, document_type,
    document_number, phone_country, phone_number, created_at)
  SELECT $1, true, 'buyer-' || n, 'ES', CASE WHEN n % 10 = 0 THEN 'nie' ELSE 'nif' END,
    lpad(n::text, 8, '0') || 'Z', CASE WHEN n % 20 = 0 THEN 'FR' ELSE 'ES' END,
    (600000000 + n)::text, timestamptz '2023-11-14Z' + n * interval '1 minute'
  FROM generate_series(0, $2::int - 1) n`

const FACTS = `SELECT n, at, amount, state, state IN ('confirmed', 'cancelled') AS confirmed,
    state = 'confirmed' AND n % 3 > 0 AS open,
    (ARRAY['Ana', 'José', 'María', 'Luis', 'Carmen', 'Íñigo', 'Ada', 'Pedro'])[1 + n * 31 % 8]
      AS first,
    (ARRAY['García', 'Martínez', 'López', 'Ruiz', 'Alonso', 'Moreno', 'Vidal'])[1 + n * 17 % 7]
      AS last
  FROM (SELECT n, timestamptz '2023-11-14Z' + n * interval '1 minute' AS at,
      1000 + n * 7919::bigint % 200000 AS amount,
      CASE WHEN n % 20 = 0 THEN 'ko' WHEN n % 50 = 1 THEN 'cancelled'
        WHEN n > $2::int - 2000 AND n % 2 = 1 THEN 'confirmation_required'
        ELSE 'confirmed' END AS state
    FROM generate_series(1, $2::int) n) g`

const ID = `lpad(to_hex(1700000000 + n * 60), 8, '0') || left(md5(n::text), 24)`

const MAKE_ORDERS = `INSERT INTO orders (store_id, id, sandbox, mid, state, status_reason, product,
    num_instalments, nominal_rate, currency, approved_amount, total_amount, captured_amount,
    voided_amount, version, event_sequence, ledger_sequence, ledger_head, created_at, verified_at,
    confirmed_at, expires_at, cancelled_at, capture_before, lapse_due_at, discount, buyer_id,
    account_id, account_email, account_first_name, account_last_name, account_type,
    account_gender, account_last_login, account_date_joined)
  SELECT $1, ${ID}, true, 'M-' || n, state,
    CASE WHEN state = 'ko' THEN 'expired' WHEN confirmed THEN '' ELSE state END,
    (ARRAY['instalments', 'pay_in_4', 'pay_later'])[1 + n % 3], 3, 0, 'EUR', amount, amount,
    CASE WHEN state = 'confirmed' AND NOT open THEN amount ELSE 0 END,
    CASE WHEN state = 'cancelled' THEN amount ELSE 0 END, 3, 4, 1, repeat(md5(n::text), 2), at, at,
    CASE WHEN confirmed THEN at END,
    CASE WHEN state = 'confirmation_required' THEN now() + interval '1 day' END,
    CASE WHEN state = 'cancelled' THEN at END, CASE WHEN open THEN now() + interval '90 days' END,
    CASE WHEN open THEN now() + interval '83 days' END, CASE WHEN n % 5 = 0 THEN 500 END,
    'buyer-' || n * 7919::bigint % ${BUYERS}, (n % 250000)::text,
    lower(translate(first || '.' || last, 'áéíóúñÁÉÍÓÚÑ', 'aeiounAEIOUN')) || n % 250000
      || (ARRAY['@example.com', '@correo.test', '@mail.example.org'])[1 + n % 3], first, last,
    (ARRAY['guest', 'new', 'existing'])[1 + n % 3], n % 4, at - interval '3 days',
    at - interval '300 days'
  FROM (${FACTS}) f`

const MAKE_DETAILS = `INSERT INTO order_details (store_id, order_id, request, merchant, articles,
    customer)
  SELECT $1, ${ID}, '{}', '{}', '[]', '{"email": "ana@example.com"}'
  FROM generate_series(1, $2::int) n`

export async function makeOrders(client: Client, storeId: string, count: number): Promise<void> {
  // As created by an earlier version: they get their person in the background.
  await client.query('ALTER TABLE buyers ALTER COLUMN person_id DROP NOT NULL')
  await client.query(MAKE_BUYERS, [storeId, BUYERS])
  await client.query(MAKE_ORDERS, [storeId, count])
  await client.query(MAKE_DETAILS, [storeId, count])
  await client.query('VACUUM ANALYZE')
}
