-- compatible-from: 1

-- ## Saved views

-- A list with filters that somebody of the lender has named, for themselves or for a role (decision
-- 0175). Nobody's personal data stands in it.
CREATE TABLE saved_views (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  staff_id text NOT NULL,
  kind text NOT NULL DEFAULT 'lender' CHECK (kind = 'lender'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- The last word of its path below /lender.
  list text NOT NULL CHECK (list ~ '^[a-z]{1,20}$'),
  -- As it stands behind the ? of an address.
  query text NOT NULL CHECK (length(query) BETWEEN 1 AND 2000),
  -- Whose people see it; null: the one who saved it.
  role text CHECK (role IN ('support', 'collections', 'risk', 'finance', 'admin', 'auditor')),
  created_at timestamptz NOT NULL,
  FOREIGN KEY (staff_id, kind) REFERENCES staff (id, kind)
);
CREATE INDEX saved_views_of ON saved_views (staff_id);
CREATE INDEX saved_views_for ON saved_views (role) WHERE role IS NOT NULL;
