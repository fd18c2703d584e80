-- What the authorization server of agents keeps: clients, sign-ins under way, codes, grants and tokens.
CREATE TABLE oauth_records (
  model text NOT NULL,
  -- Digest of the id: that of a code or token is the secret itself.
  id bytea NOT NULL,
  -- Sealed.
  payload bytea NOT NULL,
  -- Digests of what it belongs to.
  grant_id bytea,
  uid bytea,
  client_id bytea,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (model, id)
);
CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_uid ON oauth_records (uid) WHERE uid IS NOT NULL;
CREATE INDEX oauth_records_expired ON oauth_records (expires_at);
