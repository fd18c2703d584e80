-- Files that organizations asked for: the parts they are made of, and how many rows a month an organization has taken.

CREATE TABLE exports (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  kind text NOT NULL,
  -- The job that writes it.
  task_id text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  -- Counted against the month when it begins; what it did not need is given back at its end.
  most_rows integer NOT NULL CHECK (most_rows >= 0),
  month date NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- The whole file; null until it is finished, and once somebody in it was forgotten.
  blob_id text,
  -- How often people were forgotten while it was being written: a part read before is read again.
  forgets integer NOT NULL DEFAULT 0,
  is_withdrawn boolean NOT NULL DEFAULT false,
  -- Nothing is left to be tidied: its parts are gone and its rows are counted.
  is_closed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz
);
CREATE INDEX exports_open ON exports (created_at) WHERE NOT is_closed;
CREATE INDEX exports_age ON exports (created_at);
CREATE INDEX exports_files ON exports (expires_at) WHERE blob_id IS NOT NULL;

CREATE TABLE export_parts (
  export_id text NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 0),
  rows integer NOT NULL,
  bytes bigint NOT NULL,
  -- Null without rows, and once the whole file is there.
  blob_id text,
  -- Where the next part begins, as the reader said.
  position text,
  -- Who is in it, [{"personId": "…"}]: kept as long as the file, to find it when one of them is forgotten.
  people json NOT NULL,
  PRIMARY KEY (export_id, number)
);

CREATE TABLE export_quotas (
  organization_id text NOT NULL,
  month date NOT NULL,
  rows bigint NOT NULL CHECK (rows >= 0),
  PRIMARY KEY (organization_id, month)
);
