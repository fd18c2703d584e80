-- The key that signed in, of a grant, so that it ends with the secret or with the life of the key (platform/oauth). Which
-- grants are older than the present secret of their key nobody knows any more: everybody signs in once again.
ALTER TABLE oauth_records ADD COLUMN key_id text;
DELETE FROM oauth_records WHERE model IN ('Grant', 'AuthorizationCode', 'AccessToken', 'RefreshToken');
CREATE INDEX oauth_records_key ON oauth_records (key_id) WHERE key_id IS NOT NULL;

-- Amounts of credits a day or a month of which an organization wants to be told when it, a key or a person has used them
-- (platform/payments).
CREATE TABLE budget_alerts (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations(id),
  -- At most one of them: without either it is about the whole organization.
  key_id text REFERENCES api_keys(id),
  member_id text REFERENCES organization_members(id),
  period text NOT NULL CHECK (period IN ('day', 'month')),
  -- Milli-credits.
  credits bigint NOT NULL CHECK (credits > 0),
  created_at timestamptz NOT NULL,
  -- First day (UTC) of the period in which it was reached last, and when that was told.
  reached_in date,
  reached_at timestamptz,
  CONSTRAINT budget_alerts_about CHECK (num_nonnulls(key_id, member_id) <= 1)
);
CREATE UNIQUE INDEX budget_alerts_once ON budget_alerts
  (organization_id, COALESCE(key_id, ''), COALESCE(member_id, ''), period, credits);
CREATE INDEX budget_alerts_key ON budget_alerts (key_id) WHERE key_id IS NOT NULL;
CREATE INDEX budget_alerts_member ON budget_alerts (member_id) WHERE member_id IS NOT NULL;
