-- compatible-from: 1
-- ## Arrears
-- Few: what is late. By it loans in arrears are told from others that are behind, without their rows
-- (decision 0188).
CREATE INDEX instalments_late ON instalments (store_id, order_id)
  WHERE due AND late_on IS NOT NULL AND paid_on IS NULL AND NOT dropped
    AND capital + interest + fee + late_charge > 0;
