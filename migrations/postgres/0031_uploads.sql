-- Files that organizations sent, while they are kept: what an organization may keep is limited.
CREATE TABLE uploads (
  organization_id text NOT NULL,
  blob_id text NOT NULL,
  bytes bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, blob_id)
);
CREATE INDEX uploads_expiry ON uploads (expires_at);
