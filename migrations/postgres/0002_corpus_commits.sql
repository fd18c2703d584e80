-- Which corpus commits are visible. The engine holds the rows; this row says up to where a search may look.
CREATE TABLE corpus_commits (
  kind text PRIMARY KEY CHECK (kind IN ('companies', 'people')),
  -- Newest visible commit.
  published integer NOT NULL DEFAULT 0,
  -- Number handed out last; a number is never used twice, even when its commit was abandoned.
  last_number integer NOT NULL DEFAULT 0,
  -- Commit being written; set before its first row reaches the engine.
  pending integer,
  -- Rows of superseded versions still in the search tables.
  superseded bigint NOT NULL DEFAULT 0,
  -- Until then searches filter by commit number even when nothing is pending.
  hot_until timestamptz NOT NULL DEFAULT 'epoch',
  next_entity_id bigint NOT NULL DEFAULT 1,
  compacted_to integer NOT NULL DEFAULT 0,
  CHECK (published <= last_number),
  CHECK (pending IS NULL OR pending = last_number)
);
INSERT INTO corpus_commits (kind) VALUES ('companies'), ('people');

CREATE TABLE corpus_commit_log (
  kind text NOT NULL REFERENCES corpus_commits (kind),
  number integer NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  rows bigint NOT NULL,
  superseded bigint NOT NULL,
  source text NOT NULL,
  PRIMARY KEY (kind, number)
);
CREATE INDEX corpus_commit_log_published ON corpus_commit_log (kind, published_at);

-- Commits that hold a sample world: a chunk counts as loaded once its commit is published, so an interrupted load goes
-- on where it stopped, and a load of another world knows what to retire.
CREATE TABLE corpus_sample_chunks (
  world text NOT NULL,
  kind text NOT NULL REFERENCES corpus_commits (kind),
  first_index bigint NOT NULL,
  last_index bigint NOT NULL,
  commit_number integer NOT NULL,
  retired boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, commit_number)
);
