-- How far the clock of a sandbox is ahead.
CREATE TABLE sandbox_clocks (
  organization_id text PRIMARY KEY REFERENCES organizations (id),
  ahead_ms bigint NOT NULL CHECK (ahead_ms >= 0)
);

-- The state of the sandbox's corpus: tables of the same names as the corpus' own, which they hide (src/corpus/sandbox).
CREATE SCHEMA sandbox;
