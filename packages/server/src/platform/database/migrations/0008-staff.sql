-- compatible-from: 1

-- ## People

-- A person of the lender or of stores, never of both: what makes them one of the two names their
-- kind in its foreign key, and the kind never changes.
CREATE TABLE staff (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('lender', 'store')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- In lower case.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  UNIQUE (id, kind)
);
CREATE UNIQUE INDEX staff_email ON staff (lower(email));

-- What a person of the lender may do, a row for each time that it was changed: so a reader of the
-- log of actions knows what held at a moment.
CREATE TABLE staff_roles (
  id text PRIMARY KEY,
  staff_id text NOT NULL,
  kind text NOT NULL DEFAULT 'lender' CHECK (kind = 'lender'),
  roles text[] NOT NULL CHECK (cardinality(roles) BETWEEN 1 AND 5 AND array_position(roles, NULL) IS NULL
    AND roles <@ ARRAY['support', 'collections', 'risk', 'finance', 'admin', 'auditor']),
  held_from timestamptz NOT NULL,
  -- Null: they hold.
  held_until timestamptz CHECK (held_until >= held_from),
  FOREIGN KEY (staff_id, kind) REFERENCES staff (id, kind),
  -- Who audits does nothing else, and who gives rights moves no money.
  CONSTRAINT staff_roles_apart CHECK (NOT ('auditor' = ANY (roles) AND cardinality(roles) > 1)
    AND NOT ('admin' = ANY (roles) AND roles && ARRAY['finance', 'risk', 'collections']))
);
CREATE UNIQUE INDEX staff_roles_held ON staff_roles (staff_id) WHERE held_until IS NULL;
CREATE INDEX staff_roles_of ON staff_roles (staff_id, held_from);

-- The stores of a person of stores, dated in the same way.
CREATE TABLE store_members (
  id text PRIMARY KEY,
  store_id text NOT NULL REFERENCES stores (id),
  staff_id text NOT NULL,
  kind text NOT NULL DEFAULT 'store' CHECK (kind = 'store'),
  role text NOT NULL CHECK (role IN ('store_owner', 'store_operator', 'store_viewer')),
  held_from timestamptz NOT NULL,
  held_until timestamptz CHECK (held_until >= held_from),
  FOREIGN KEY (staff_id, kind) REFERENCES staff (id, kind)
);
CREATE UNIQUE INDEX store_members_held ON store_members (staff_id, store_id) WHERE held_until IS NULL;
CREATE INDEX store_members_of ON store_members (store_id);

-- The kind of a person is that of their roles and memberships for ever.
CREATE FUNCTION refuse_change_of_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a person stays of the lender or of stores';
END
$$;
CREATE TRIGGER staff_kind_stays BEFORE UPDATE OF kind ON staff
  FOR EACH ROW WHEN (OLD.kind <> NEW.kind) EXECUTE FUNCTION refuse_change_of_kind();

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  staff_id text NOT NULL REFERENCES staff (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  -- Both in base64url; the key as the authenticator gave it (COSE).
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) <= 1366),
  public_key text NOT NULL,
  -- How often it has signed, as it says itself; 0 where it does not count.
  uses bigint NOT NULL CHECK (uses >= 0),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_of ON passkeys (staff_id);

CREATE TABLE passwords (
  staff_id text PRIMARY KEY REFERENCES staff (id),
  -- argon2id in the form of PHC strings.
  hash text NOT NULL CHECK (hash LIKE '$argon2id$v=19$%'),
  changed_at timestamptz NOT NULL
);

-- What a person's device makes one-time codes of.
CREATE TABLE totp_secrets (
  staff_id text PRIMARY KEY REFERENCES staff (id),
  -- Encrypted.
  secret text NOT NULL,
  -- The last step of 30 seconds whose code was taken: none of before is taken again.
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX totp_secrets_sealed ON totp_secrets (sealed_kid(secret));

CREATE TABLE recovery_codes (
  staff_id text NOT NULL REFERENCES staff (id),
  -- SHA-256 of 80 random bits.
  hash text NOT NULL CHECK (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (staff_id, hash)
);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  staff_id text NOT NULL REFERENCES staff (id),
  -- SHA-256 of the token; a new one with each step-up.
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- Of one that only makes factors no other route takes anything.
  kind text NOT NULL CHECK (kind IN ('full', 'enrolment')),
  -- What it began with.
  factor text NOT NULL CHECK (factor IN ('passkey', 'totp', 'recovery_code', 'link')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- When a factor was shown last.
  fresh_at timestamptz NOT NULL,
  address text,
  agent text CHECK (length(agent) <= 120),
  ended_at timestamptz,
  ended_because text CHECK (ended_because IN ('signed_out', 'ended', 'replaced', 'roles_changed',
    'factors_changed', 'recovered', 'disabled')),
  CONSTRAINT sessions_length CHECK (expires_at > created_at AND expires_at <= created_at + interval '12 hours'),
  CHECK ((ended_at IS NULL) = (ended_because IS NULL))
);
CREATE INDEX sessions_of ON sessions (staff_id) WHERE ended_at IS NULL;

-- What is handed to a person so that they can make their first factors: once, and for a while.
CREATE TABLE staff_links (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The first administrator is nobody yet.
  kind text NOT NULL CHECK (kind IN ('first', 'invite', 'recover')),
  staff_id text REFERENCES staff (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  used_at timestamptz,
  -- Another one has taken its place.
  withdrawn_at timestamptz,
  CHECK ((kind = 'first') = (staff_id IS NULL)),
  CHECK (used_at IS NULL OR withdrawn_at IS NULL)
);
CREATE INDEX staff_links_open ON staff_links (staff_id) WHERE used_at IS NULL AND withdrawn_at IS NULL;

-- Attempts to sign in that have failed, or have not ended yet: for fifteen minutes.
CREATE TABLE sign_in_attempts (
  id text PRIMARY KEY,
  -- A hash: whoever is asked for need not exist.
  account text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_account ON sign_in_attempts (account, at);
CREATE INDEX sign_in_attempts_address ON sign_in_attempts (address, at);
CREATE INDEX sign_in_attempts_at ON sign_in_attempts (at);

-- Challenges that were answered: none is answered twice. What has expired is removed.
CREATE TABLE used_challenges (
  hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenges_expired ON used_challenges (expires_at);
