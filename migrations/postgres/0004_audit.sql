-- Who changed what. One chain of entries an organization; '' is the installation itself.
CREATE TABLE audit_entries (
  organization_id text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  at timestamptz NOT NULL,
  -- key:ID, operator:NAME, sign-up, system.
  actor text NOT NULL CHECK (actor <> ''),
  -- Network address the change came from; NULL where there is none.
  address text,
  request_id text,
  action text NOT NULL CHECK (action <> ''),
  -- Id of what was changed.
  subject text NOT NULL,
  -- json, not jsonb: the text is what was hashed.
  detail json NOT NULL,
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (organization_id, sequence)
);

CREATE FUNCTION audit_entries_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only: % refused', TG_OP USING ERRCODE = 'object_not_in_prerequisite_state';
END $$;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_refuse_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;

-- Where each chain ends: whoever appends locks this row, so that no two entries follow the same one.
CREATE TABLE audit_heads (
  organization_id text PRIMARY KEY,
  sequence bigint NOT NULL,
  hash bytea NOT NULL
);
