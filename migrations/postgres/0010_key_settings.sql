-- What a key may do, its rotation, and the sandbox of an organization.
ALTER TABLE api_keys
  -- Patterns of operation ids, `*` for any letters; empty: every operation.
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN is_read_only boolean NOT NULL DEFAULT false,
  -- Addresses and CIDR ranges requests may come from; empty: anywhere.
  ADD COLUMN allowed_addresses text[] NOT NULL DEFAULT '{}',
  -- After a rotation the secret before goes on working until the instant.
  ADD COLUMN previous_hash bytea UNIQUE CHECK (octet_length(previous_hash) = 32),
  ADD COLUMN previous_prefix text,
  ADD COLUMN previous_expires_at timestamptz,
  ADD CONSTRAINT api_keys_previous CHECK (
    (previous_hash IS NULL) = (previous_expires_at IS NULL) AND (previous_hash IS NULL) = (previous_prefix IS NULL)
  );

-- The sandbox of an organization is an organization of its own: what its test keys make is apart from what is real.
ALTER TABLE organizations ADD COLUMN sandbox_of text UNIQUE REFERENCES organizations (id);
