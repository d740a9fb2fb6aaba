-- compatible-from: 1

-- ## Approvals

-- What a second person has to approve before it is done (decision 0116). What was asked for stands
-- here as it was sent; it is never put together again from what is shown.
CREATE TABLE approvals (
  id text PRIMARY KEY,
  -- Null: of people, who are of no mode.
  mode text CHECK (mode IN ('sandbox', 'live')),
  -- What it is, as the table of what takes two people names it.
  action text NOT NULL CHECK (action ~ '^[a-z_]+$'),
  -- The request: method and path as the table of routes has them, and what stood in the path.
  route text NOT NULL,
  params jsonb NOT NULL CHECK (jsonb_typeof(params) = 'object'),
  search text NOT NULL,
  version text NOT NULL,
  -- Encrypted: the body as it was checked. Null: it had none.
  body text,
  -- The same as it may be read.
  shown jsonb,
  reason_code text,
  reason_note text CHECK (length(reason_note) <= 2000),
  object_kind text NOT NULL,
  object_id text NOT NULL,
  store_id text,
  amount bigint CHECK (amount >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  -- Why it takes two, and by which version of the policy.
  because text NOT NULL CHECK (because IN ('role', 'limit', 'repeated', 'day', 'policy', 'floor')),
  policy_version integer NOT NULL CHECK (policy_version >= 0),
  -- What it would do, when it was asked for; the hash is that of the text of the column.
  effects jsonb NOT NULL,
  effects_hash text NOT NULL CHECK (effects_hash ~ '^[0-9a-f]{64}$'),
  maker_kind text NOT NULL CHECK (maker_kind IN ('lender_person', 'lender_key', 'store_key', 'store_person')),
  maker_id text NOT NULL,
  maker_name text,
  -- Of a person, when they asked.
  maker_roles text[] CHECK (array_position(maker_roles, NULL) IS NULL),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'executed', 'declined',
    'withdrawn', 'expired', 'failed')),
  ended_at timestamptz,
  -- The person who decided; null: nobody did.
  checker_id text REFERENCES staff (id),
  checker_name text,
  checker_note text CHECK (length(checker_note) <= 2000),
  -- The code of the refusal.
  failure text,
  -- What was done, as `effects`; it is what the checker had seen.
  done_effects jsonb,
  done_hash text CHECK (done_hash ~ '^[0-9a-f]{64}$'),
  -- The answer: status and where the result is.
  result jsonb,
  -- Encrypted: an answer that holds a secret, until whoever asked for it has read it.
  answer text CHECK (status = 'executed' OR answer IS NULL),
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  CHECK ((status = 'executed') = (done_effects IS NOT NULL)),
  CHECK ((done_effects IS NULL) = (done_hash IS NULL) AND (done_effects IS NULL) = (result IS NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL)),
  CHECK (status NOT IN ('executed', 'declined') OR checker_id IS NOT NULL),
  CONSTRAINT approvals_not_own CHECK (maker_kind <> 'lender_person' OR checker_id IS NULL
    OR checker_id <> maker_id)
);
-- One at a time for what is done and what it is done to.
CREATE UNIQUE INDEX approvals_pending ON approvals (coalesce(mode, ''), action, object_kind, object_id)
  WHERE status = 'pending';
CREATE INDEX approvals_expiring ON approvals (expires_at) WHERE status = 'pending';
CREATE INDEX approvals_of_maker ON approvals (maker_id) WHERE status = 'pending';
CREATE INDEX approvals_listed ON approvals (created_at DESC, id DESC);
CREATE INDEX approvals_of_object ON approvals (object_kind, object_id);
CREATE INDEX approvals_sealed ON approvals (sealed_kid(body));
CREATE INDEX approvals_answers_sealed ON approvals (sealed_kid(answer));
-- What was asked for stays, and so does how it ended. (A body may be encrypted anew.)
CREATE TRIGGER approvals_end_once BEFORE UPDATE ON approvals FOR EACH ROW
  WHEN ((OLD.id, OLD.mode, OLD.action, OLD.route, OLD.params, OLD.search, OLD.version, OLD.body IS NULL, OLD.shown,
      OLD.reason_code, OLD.reason_note, OLD.object_kind, OLD.object_id, OLD.store_id, OLD.amount, OLD.currency,
      OLD.because, OLD.policy_version, OLD.effects, OLD.effects_hash, OLD.maker_kind, OLD.maker_id,
      OLD.maker_name, OLD.maker_roles, OLD.created_at, OLD.expires_at)
    IS DISTINCT FROM
      (NEW.id, NEW.mode, NEW.action, NEW.route, NEW.params, NEW.search, NEW.version, NEW.body IS NULL, NEW.shown,
      NEW.reason_code, NEW.reason_note, NEW.object_kind, NEW.object_id, NEW.store_id, NEW.amount, NEW.currency,
      NEW.because, NEW.policy_version, NEW.effects, NEW.effects_hash, NEW.maker_kind, NEW.maker_id,
      NEW.maker_name, NEW.maker_roles, NEW.created_at, NEW.expires_at)
    OR OLD.status <> 'pending' AND
      (OLD.status, OLD.ended_at, OLD.checker_id, OLD.checker_name, OLD.checker_note, OLD.failure, OLD.done_effects,
      OLD.done_hash, OLD.result)
    IS DISTINCT FROM
      (NEW.status, NEW.ended_at, NEW.checker_id, NEW.checker_name, NEW.checker_note, NEW.failure, NEW.done_effects,
      NEW.done_hash, NEW.result))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approvals_kept BEFORE DELETE ON approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approvals_not_emptied BEFORE TRUNCATE ON approvals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What may be done alone, up to how much; each version whole, and the newest one holds. Append-only.
CREATE TABLE approval_policies (
  mode text NOT NULL CHECK (mode IN ('sandbox', 'live')),
  version integer NOT NULL CHECK (version > 0),
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  created_at timestamptz NOT NULL,
  action_id text NOT NULL,
  PRIMARY KEY (mode, version)
);
CREATE TRIGGER approval_policies_append_only BEFORE UPDATE OR DELETE ON approval_policies
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_policies_not_emptied BEFORE TRUNCATE ON approval_policies
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was done of what has a bound: with it the next one is compared. Append-only.
CREATE TABLE bounded_acts (
  id text PRIMARY KEY,
  mode text NOT NULL CHECK (mode IN ('sandbox', 'live')),
  action text NOT NULL CHECK (action ~ '^[a-z_]+$'),
  maker_kind text NOT NULL,
  maker_id text NOT NULL,
  object_kind text NOT NULL,
  object_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Up to which the maker might do it alone. Null: without a bound.
  alone_max bigint CHECK (alone_max >= 0),
  policy_version integer NOT NULL CHECK (policy_version >= 0),
  -- Null: alone.
  approval_id text REFERENCES approvals (id),
  at timestamptz NOT NULL,
  -- The action that did it.
  action_id text NOT NULL
);
CREATE INDEX bounded_acts_of_maker ON bounded_acts (maker_id, action, currency, at);
CREATE INDEX bounded_acts_of_object ON bounded_acts (object_id, action);
CREATE TRIGGER bounded_acts_append_only BEFORE UPDATE OR DELETE ON bounded_acts
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bounded_acts_not_emptied BEFORE TRUNCATE ON bounded_acts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
