-- The beginning of what a receiver answered, as text; null of mail, where nothing came, and of attempts before this release.
-- It goes with its delivery, and when somebody named in it is forgotten (platform/webhooks).
ALTER TABLE webhook_attempts ADD COLUMN response_body text;

-- What an export was made of; null of those before this release, which were all made of audiences.
ALTER TABLE exports ADD COLUMN origin_kind text, ADD COLUMN origin_id text;
