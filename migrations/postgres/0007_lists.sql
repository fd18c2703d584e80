-- Runs of one kind of an organization, the newest first.
CREATE INDEX jobs_of_kind ON jobs (organization_id, kind, created_at DESC, id DESC);

-- What a run that enriches a list has come to: its rows by outcome, which decisions change afterwards.
CREATE TABLE enrich_runs (
  job_id text PRIMARY KEY REFERENCES jobs(id) ON DELETE CASCADE,
  matched integer NOT NULL DEFAULT 0,
  unsure integer NOT NULL DEFAULT 0,
  not_found integer NOT NULL DEFAULT 0,
  unreadable integer NOT NULL DEFAULT 0,
  blank integer NOT NULL DEFAULT 0,
  -- Matched rows whose record the organization had paid for before, so that it cost nothing again.
  paid_before integer NOT NULL DEFAULT 0,
  -- Records that were charged for, with those of decisions.
  paid integer NOT NULL DEFAULT 0,
  -- Decisions made and undone: a file of fewer is out of date.
  decisions integer NOT NULL DEFAULT 0,
  -- Groups whose candidates were shown, which are limited because they are free.
  shown integer NOT NULL DEFAULT 0
);

-- Rows of such a run that are looked up by the same cells, counted together. A row that was decided alone is a group of its own.
CREATE TABLE enrich_groups (
  job_id text NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  -- HMAC of the cells.
  value bytea NOT NULL CHECK (octet_length(value) = 16),
  -- 0 for all rows, else the number of the row decided alone.
  "row" integer NOT NULL DEFAULT 0 CHECK ("row" >= 0),
  state text NOT NULL CHECK (state IN ('matched', 'unsure', 'not_found', 'unreadable', 'blank')),
  row_count integer NOT NULL CHECK (row_count >= 0),
  first_row integer NOT NULL CHECK (first_row > 0),
  -- Of the matched record.
  entity bigint,
  -- What a person decided about an unsure row; null where nobody did.
  decision text CHECK (decision IN ('same', 'none')),
  is_shown boolean NOT NULL DEFAULT false,
  PRIMARY KEY (job_id, value, "row")
);
-- Most rows first, in one direction, so that a page continues where the one before ended.
CREATE INDEX enrich_groups_by_state ON enrich_groups (job_id, state, (-row_count), first_row, "row");
CREATE INDEX enrich_groups_by_count ON enrich_groups (job_id, (-row_count), first_row, "row");
CREATE INDEX enrich_groups_of_entity ON enrich_groups (entity) WHERE entity IS NOT NULL;
CREATE INDEX enrich_groups_decided ON enrich_groups (job_id) WHERE decision IS NOT NULL;

-- Decisions about unsure rows, for later runs of the organization that have rows of the same cells.
CREATE TABLE match_decisions (
  organization_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('companies', 'people')),
  value bytea NOT NULL CHECK (octet_length(value) = 16),
  decision text NOT NULL CHECK (decision IN ('same', 'none')),
  -- The record that it is, or the likeliest one that it is not.
  entity bigint NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, kind, value)
);
CREATE INDEX match_decisions_of_entity ON match_decisions (entity);

-- Records that an organization has paid for: within the window they cost nothing again.
CREATE TABLE record_reads (
  organization_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('companies', 'people')),
  entity bigint NOT NULL,
  -- The request that was charged.
  request_id text NOT NULL,
  paid_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, kind, entity)
);
CREATE INDEX record_reads_age ON record_reads (paid_at);
