/** Campaigns and their discounts. For a campaign a finding names its id instead of an order’s. */
import { ROWS, type Sweep, sweep } from './check.ts'

const campaigns = sweep({
  table: 'campaigns',
  keys: ['store_id', 'sandbox', 'id'],
  rows: ROWS,
  facts: `SELECT c.*, c.id AS order_id,
      (SELECT true FROM stores s WHERE s.id = c.store_id) AS has_store FROM batch c`,
  checks: [
    { invariant: 'A14', title: 'a campaign belongs to a store', broken: 'f.has_store IS NULL' },
    {
      invariant: 'A15',
      title: 'a campaign keeps within its bounds',
      broken: `coalesce(f.end_at < f.start_at OR f.max_order_amount < f.min_order_amount
        OR f.interest NOT BETWEEN 0 AND 10000 OR f.min_order_amount < 0
        OR 1 > ANY (f.num_instalments) OR 60 < ANY (f.num_instalments), false)`,
    },
  ],
})

const articles = sweep({
  table: 'campaign_articles',
  keys: ['store_id', 'sandbox', 'campaign_id', 'id'],
  rows: ROWS,
  facts: `SELECT a.*, a.campaign_id AS order_id, (SELECT true FROM campaigns c
      WHERE c.store_id = a.store_id AND c.sandbox = a.sandbox AND c.id = a.campaign_id)
      AS has_campaign FROM batch a`,
  checks: [
    {
      invariant: 'A14',
      title: 'an article belongs to a campaign of its store and mode',
      broken: 'f.has_campaign IS NULL',
    },
  ],
})

const COUNTED = `SELECT 1 FROM jsonb_array_elements(d.campaign_discounts) k,
    jsonb_array_elements(k -> 'parts') p
  WHERE (k -> 'num_instalments') @> (d.offer -> 'num_instalments')
    AND (p ->> 'id') = (g ->> 'campaign_id')`

/** Whether the parts of the plan `d.offer` add up to its totals and those of the order `o`. */
const UNEVEN = `SELECT (sum(p.capital), sum(p.interest), sum(p.fee), sum(p.amount),
      count(*) FILTER (WHERE p.number > 0),
      coalesce(sum(p.capital) FILTER (WHERE p.number = 0), 0)) IS DISTINCT FROM (
      o.approved_amount::numeric, (d.offer ->> 'total_interest')::numeric,
      (d.offer ->> 'total_fees')::numeric, (d.offer ->> 'total_amount')::numeric,
      (d.offer ->> 'num_instalments')::bigint, (d.offer ->> 'downpayment_amount')::numeric)
    OR bool_or(p.amount <> p.capital + p.interest + p.fee
      OR p.capital < 0 OR p.interest < 0 OR p.fee < 0)
  FROM orders o, jsonb_to_recordset(d.offer -> 'schedule')
    AS p (number integer, amount bigint, capital bigint, interest bigint, fee bigint)
  WHERE o.store_id = d.store_id AND o.id = d.order_id GROUP BY o.approved_amount`

/** The discounts fixed at the checkout's creation, and the signed plan. */
const plans = sweep({
  table: 'order_details',
  keys: ['store_id', 'order_id'],
  rows: ROWS,
  facts: `SELECT d.*,
      (SELECT coalesce(bool_or((k ->> 'denominator') = '0' OR (
          SELECT coalesce(sum((p ->> 'numerator')::numeric), 0) NOT BETWEEN 1
              AND 10000 * (k ->> 'denominator')::numeric
            OR coalesce(min((p ->> 'numerator')::numeric), 0) < 0
          FROM jsonb_array_elements(k -> 'parts') p)), false)
        FROM jsonb_array_elements(d.campaign_discounts) k) AS excessive,
      EXISTS (SELECT 1 FROM jsonb_array_elements(d.offer -> 'discounts') g
        WHERE NOT EXISTS (${COUNTED})) AS invented,
      d.offer IS NOT NULL AND EXISTS (SELECT 1 FROM orders o
        WHERE o.store_id = d.store_id AND o.id = d.order_id
          AND (o.product, o.num_instalments, o.nominal_rate) IS DISTINCT FROM (
            d.offer ->> 'product', (d.offer ->> 'num_instalments')::smallint,
            (d.offer ->> 'nominal_rate')::integer)) AS priced_otherwise,
      d.offer IS NOT NULL AND coalesce((${UNEVEN}), true) AS uneven
    FROM batch d`,
  checks: [
    {
      invariant: 'A15',
      title: 'campaigns take off more than zero and at most the whole interest',
      broken: 'f.excessive',
    },
    {
      invariant: 'A15',
      title: 'a plan has only discounts that applied when its checkout was created',
      broken: 'f.invented',
    },
    {
      invariant: 'A15',
      title: 'an order is priced by its plan',
      broken: 'f.priced_otherwise',
    },
    {
      invariant: 'A7',
      title: 'the parts of a signed plan sum to the amount, its interest and its fees',
      broken: 'f.uneven',
    },
  ],
})

export const campaignSweeps: readonly Sweep[] = [campaigns, articles, plans]
