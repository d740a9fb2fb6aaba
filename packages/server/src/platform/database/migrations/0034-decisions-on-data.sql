-- compatible-from: 34
-- Older code would sign without looking at what was decided on the buyer's data.
-- Decisions fall with the buyer's data and are counted (decision 0076): five on data, one with the signature.
ALTER TABLE decisions ADD COLUMN number smallint NOT NULL DEFAULT 1 CHECK (number BETWEEN 1 AND 6);
DROP INDEX decisions_of_order;
CREATE UNIQUE INDEX decisions_of_order ON decisions (store_id, order_id, number);
