-- What was decided when a buyer signed, by whom, with every reason and all that was judged (decision 0037). No name, no
-- document number, no birthday: when a buyer is erased, nothing here has to go.
UPDATE stores SET settings = '{"decision": {"sandbox": "person", "open_amount_max": 1000000, "attempts_per_day_max": 10,
  "age_min": 18, "income_from": null, "instalment_share_max": 3500, "late_instalments_max": 0, "written_off_max": 0,
  "history_due_max": null, "history_cancelled_share_max": null, "check_from": null}}'::jsonb || settings;

CREATE TABLE decisions (
  store_id text NOT NULL,
  order_id text NOT NULL,
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$'),
  sandbox boolean NOT NULL,
  buyer_id text,
  outcome text NOT NULL CHECK (outcome IN ('accepted', 'checked', 'refused')),
  decider text NOT NULL CHECK (decider IN ('person', 'rules', 'scorecard', 'unrecorded')),
  version text NOT NULL CHECK (length(version) <= 128),
  reasons jsonb NOT NULL CHECK (jsonb_typeof(reasons) = 'array'),
  inputs jsonb CHECK (jsonb_typeof(inputs) = 'object'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES orders (store_id, id),
  -- From before decisions were kept only the outcome is known.
  CHECK ((decider = 'unrecorded') = (inputs IS NULL)),
  CHECK (inputs IS NULL OR buyer_id IS NOT NULL)
);
-- A checkout is signed once.
CREATE UNIQUE INDEX decisions_of_order ON decisions (store_id, order_id);
CREATE INDEX decisions_of_buyer ON decisions (store_id, sandbox, buyer_id, created_at);

-- The first event after the signature tells what was decided.
INSERT INTO decisions (store_id, order_id, id, sandbox, buyer_id, outcome, decider, version, reasons, created_at)
SELECT o.store_id, o.id, md5('decision/' || o.store_id || '/' || o.id), o.sandbox, o.buyer_id,
  CASE e.reason WHEN 'ko_generic' THEN 'refused' WHEN 'challenge_required' THEN 'checked' ELSE 'accepted' END,
  'unrecorded', '', '[]', e.created_at
FROM orders o
  JOIN LATERAL (
    SELECT e.data ->> 'status_reason' AS reason, e.created_at FROM events e
    WHERE e.store_id = o.store_id AND e.order_id = o.id
      AND e.data ->> 'status_reason' IN ('ko_generic', 'challenge_required', 'confirmation_required')
    ORDER BY e.sequence LIMIT 1) e ON true;

CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE ON decisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decisions_not_emptied BEFORE TRUNCATE ON decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a person made of a refusal.
CREATE TABLE decision_reviews (
  store_id text NOT NULL,
  order_id text NOT NULL,
  decision_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('confirmed', 'overturned')),
  -- Free words may name somebody: this alone may go.
  note text CHECK (length(note) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, order_id, decision_id),
  FOREIGN KEY (store_id, order_id, decision_id) REFERENCES decisions (store_id, order_id, id)
);
CREATE TRIGGER decision_reviews_append_only BEFORE DELETE ON decision_reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_reviews_note_only BEFORE UPDATE ON decision_reviews FOR EACH ROW
  WHEN ((OLD.store_id, OLD.order_id, OLD.decision_id, OLD.outcome, OLD.created_at)
    IS DISTINCT FROM (NEW.store_id, NEW.order_id, NEW.decision_id, NEW.outcome, NEW.created_at) OR NEW.note IS NOT NULL)
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_reviews_not_emptied BEFORE TRUNCATE ON decision_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
