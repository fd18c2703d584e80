-- Rows are built again while writers go on: first everything up to a commit, then, pass after pass, what came since.
ALTER TABLE corpus_rebuilds
  -- Commits of the pass: beyond `pass_from` up to `pass_to`. The first pass is from 0.
  ADD COLUMN pass_from integer NOT NULL DEFAULT 0,
  ADD COLUMN pass_to integer NOT NULL DEFAULT 0,
  -- Versions built, and how many there were at the beginning.
  ADD COLUMN done bigint NOT NULL DEFAULT 0,
  ADD COLUMN total bigint NOT NULL DEFAULT 0,
  ADD COLUMN started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The process that builds now: since when, and what was done before it.
  ADD COLUMN resumed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN resumed_done bigint NOT NULL DEFAULT 0;

-- Rows of this table are now rebuilds under way; they go with their end. One that was interrupted begins anew.
DELETE FROM corpus_rebuilds;

-- What a commit wrote lies together: found without an index as large as that of the keys.
CREATE FUNCTION corpus_index_commits(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE INDEX ON %I USING brin (born)', 'corpus_records_' || kind);
END
$$;

SELECT corpus_index_commits(kind) FROM unnest(
  ARRAY['companies', 'people', 'postings', 'posts', 'news', 'comments', 'reactions']) AS kind;

ALTER FUNCTION corpus_add_kind RENAME TO corpus_add_kind_tables;
CREATE FUNCTION corpus_add_kind(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM corpus_add_kind_tables(kind);
  PERFORM corpus_index_commits(kind);
END
$$;

-- Progress of moving an installation of before 0.2.
ALTER TABLE corpus_moves
  ADD COLUMN done bigint NOT NULL DEFAULT 0,
  ADD COLUMN total bigint NOT NULL DEFAULT 0,
  ADD COLUMN started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN resumed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN resumed_done bigint NOT NULL DEFAULT 0;
