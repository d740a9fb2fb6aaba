-- compatible-from: 35
-- Older code would drop what it does not know from a store's settings.
UPDATE stores SET settings = '{"branding": {"name": null, "color": null, "logo": null}}'::jsonb || settings;

-- What a buyer's page shows of its store (decision 0078): small, of three kinds, served under a name made of its content.
CREATE TABLE store_logos (
  store_id text PRIMARY KEY REFERENCES stores (id),
  name text NOT NULL CHECK (name ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp')),
  -- As base64.
  content text NOT NULL CHECK (length(content) <= 87384)
);
CREATE INDEX store_logos_by_name ON store_logos (name);
