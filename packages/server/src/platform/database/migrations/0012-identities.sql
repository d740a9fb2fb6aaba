-- compatible-from: 1

-- ## Sign-in by a provider

ALTER TABLE staff
  -- The provider that signs the person in (OpenID Connect), bound when they opened a link; null: none
  -- does.
  ADD COLUMN issuer text CHECK (length(issuer) BETWEEN 1 AND 512),
  -- What the provider calls them: no two people share one.
  ADD COLUMN subject text CHECK (length(subject) BETWEEN 1 AND 255);
ALTER TABLE staff
  ADD CONSTRAINT staff_identity_whole CHECK ((issuer IS NULL) = (subject IS NULL)) NOT VALID;
CREATE UNIQUE INDEX staff_identity ON staff (issuer, subject);

ALTER TABLE sessions DROP CONSTRAINT sessions_factor_check;
ALTER TABLE sessions
  ADD CONSTRAINT sessions_factor_check CHECK (factor IN ('passkey', 'totp', 'recovery_code', 'link',
    'oidc')) NOT VALID;
