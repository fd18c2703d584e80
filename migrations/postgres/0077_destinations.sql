-- Destinations of events besides addresses of programs: chats, and mail that collects them.
ALTER TABLE webhook_endpoints
  ADD COLUMN kind text NOT NULL DEFAULT 'http' CHECK (kind IN ('http', 'slack', 'teams', 'mail')),
  -- Of mail: how often it is sent, and at which hour (UTC).
  ADD COLUMN digest text CHECK (digest IN ('daily', 'weekly')),
  ADD COLUMN digest_hour integer CHECK (digest_hour BETWEEN 0 AND 23),
  ADD CONSTRAINT webhook_endpoints_digest CHECK ((kind = 'mail') = (digest IS NOT NULL AND digest_hour IS NOT NULL));
