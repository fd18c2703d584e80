-- People of organizations (src/platform/members) and the console sessions in which they work (src/platform/sessions).
-- An address may belong to several organizations, so that being asked to a second one reveals nothing of the first.
ALTER TABLE organization_members DROP CONSTRAINT organization_members_pkey;
DROP INDEX organization_members_organization;
ALTER TABLE organization_members
  ALTER COLUMN email DROP NOT NULL,
  ADD COLUMN id text NOT NULL DEFAULT 'mbr_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 26),
  -- What people are called; of an account on the machine of the service, which has no address, the name of the account.
  ADD COLUMN name text CHECK (name <> ''),
  -- Whoever signed up before there were roles could do everything.
  ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'admin', 'member', 'read-only', 'billing')),
  ADD COLUMN state text NOT NULL DEFAULT 'active' CHECK (state IN ('invited', 'active', 'removed')),
  -- The actor, as the audit writes it.
  ADD COLUMN invited_by text,
  -- HMAC of the token of an open invitation.
  ADD COLUMN invitation_hash bytea UNIQUE CHECK (octet_length(invitation_hash) = 32),
  ADD COLUMN invitation_expires_at timestamptz,
  -- Most milli-credits a calendar month (UTC); null for no limit.
  ADD COLUMN month_credits bigint CHECK (month_credits >= 0),
  ADD COLUMN seen_at timestamptz,
  ADD PRIMARY KEY (id),
  ADD CONSTRAINT organization_members_called CHECK (email IS NOT NULL OR name IS NOT NULL),
  ADD CONSTRAINT organization_members_invited CHECK (
    (state = 'invited') = (invitation_hash IS NOT NULL) AND (state = 'invited') = (invitation_expires_at IS NOT NULL));
CREATE UNIQUE INDEX organization_members_email ON organization_members (organization_id, email);
CREATE UNIQUE INDEX organization_members_account ON organization_members (organization_id, name) WHERE email IS NULL;
CREATE INDEX organization_members_address ON organization_members (email);
CREATE INDEX organization_members_expired ON organization_members (invitation_expires_at) WHERE state = 'invited';

-- A console key has no secret: sessions act as it. Its member is whom it belongs to; that of an API key is who made it.
ALTER TABLE api_keys
  ADD COLUMN kind text NOT NULL DEFAULT 'api' CHECK (kind IN ('api', 'console')),
  ADD COLUMN member_id text REFERENCES organization_members(id);
CREATE INDEX api_keys_member ON api_keys (member_id) WHERE member_id IS NOT NULL;
CREATE UNIQUE INDEX api_keys_of_people ON api_keys (member_id, organization_id) WHERE kind = 'console';

-- The calendar month (UTC) whose usage a console key counts; null where it is not counted by month.
ALTER TABLE api_key_usage ADD COLUMN month date;
CREATE INDEX api_key_usage_month ON api_key_usage (month) WHERE month IS NOT NULL;

-- Codes that a terminal prints, each for one sign-in. HMAC of the code: it is nowhere else.
CREATE TABLE console_codes (
  code_hash bytea PRIMARY KEY CHECK (octet_length(code_hash) = 32),
  -- Null: a sign-in as operator of the installation.
  organization_id text REFERENCES organizations(id),
  -- The account on the machine that printed it.
  account text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX console_codes_age ON console_codes (expires_at);

-- Sign-ins of browsers that have not ended.
CREATE TABLE console_sessions (
  id text PRIMARY KEY,
  -- HMAC of the cookie.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- Null, as everything below up to mode: a session of the operator.
  organization_id text REFERENCES organizations(id),
  -- Whose session it is: a person's, or that of an API key that was exchanged for it.
  member_id text REFERENCES organization_members(id),
  key_id text REFERENCES api_keys(id),
  -- The key as which it acts now: in the sandbox another one.
  acting_key_id text REFERENCES api_keys(id),
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  -- Who signed in, as the audit writes it.
  actor text NOT NULL,
  address text NOT NULL,
  browser text,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT console_sessions_whose CHECK (
    num_nonnulls(member_id, key_id) = CASE WHEN organization_id IS NULL THEN 0 ELSE 1 END
    AND (acting_key_id IS NULL) = (organization_id IS NULL))
);
CREATE INDEX console_sessions_organization ON console_sessions (organization_id, created_at, id);
CREATE INDEX console_sessions_member ON console_sessions (member_id);
CREATE INDEX console_sessions_key ON console_sessions (key_id);
CREATE INDEX console_sessions_age ON console_sessions (expires_at);
