-- Who signed up: the address that proves itself with a code reaches its organization.
CREATE TABLE organization_members (
  -- In normal form.
  email text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  created_at timestamptz NOT NULL
);
CREATE INDEX organization_members_organization ON organization_members (organization_id);

-- Codes of the last day: the newest of an address is the one that counts, all of them are counted.
CREATE TABLE sign_up_codes (
  id text PRIMARY KEY,
  -- HMAC of address and of address with code: neither is here.
  address_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries_left integer NOT NULL CHECK (tries_left >= 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sign_up_codes_address ON sign_up_codes (address_hash, created_at DESC);
CREATE INDEX sign_up_codes_age ON sign_up_codes (created_at);
