-- The expiration that somebody else than the key set for it: the key itself cannot put it off. Those there are count as
-- set by somebody else.
ALTER TABLE api_keys ADD COLUMN imposed_expires_at timestamptz;
UPDATE api_keys SET imposed_expires_at = expires_at WHERE expires_at IS NOT NULL;
