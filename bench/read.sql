-- What GET /orders/:id answers with, by primary key, in one statement: the order, its details, its
-- loan with the instalments.
\set number random(1, :orders)
SELECT o.*, d.merchant, d.articles, d.shipping, d.billing, d.customer, d.buyer,
  d.requested_product, d.tax_rate, d.campaign_discounts, d.offer, d.rejection_reason,
  to_jsonb(l) AS loan, (
    SELECT jsonb_agg(to_jsonb(i) ORDER BY i.number) FROM instalments i
    WHERE i.store_id = l.store_id AND i.order_id = l.order_id) AS instalments
FROM orders o JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
  LEFT JOIN loans l ON l.store_id = o.store_id AND l.order_id = o.id
WHERE o.store_id = :store::text AND o.id = :prefix::text || right(md5(:number::text), 24)
  AND o.sandbox;
