-- People who asked not to be in the corpus. What they are recognised by is kept as HMACs only.
CREATE TABLE suppressions (
  id text PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('erasure', 'objection', 'do-not-sell', 'other')),
  note text,
  -- People who were removed when it was made.
  people integer NOT NULL,
  -- operator:NAME
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE suppressed_identifiers (
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  suppression_id text NOT NULL REFERENCES suppressions (id) ON DELETE CASCADE,
  sort text NOT NULL CHECK (sort IN ('email', 'phone', 'profile', 'other')),
  PRIMARY KEY (digest, suppression_id)
);
CREATE INDEX suppressed_identifiers_of ON suppressed_identifiers (suppression_id);
