-- The two rows that GET /orders/:id answers with, by primary key, in one statement.
\set number random(1, :orders)
SELECT o.*, d.merchant, d.articles, d.shipping, d.billing, d.customer, d.buyer,
  d.requested_product, d.tax_rate, d.campaign_discounts, d.offer, d.rejection_reason
FROM orders o JOIN order_details d ON d.store_id = o.store_id AND d.order_id = o.id
WHERE o.store_id = :store::text AND o.id = :prefix::text || right(md5(:number::text), 24)
  AND o.sandbox;
