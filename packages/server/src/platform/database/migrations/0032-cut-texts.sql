-- compatible-from: 30
-- What of an article was cut or left out when its store sent it; an address that cannot be read is none.
ALTER TABLE campaign_articles ADD COLUMN warnings jsonb NOT NULL DEFAULT '[]', ALTER COLUMN url DROP NOT NULL;
