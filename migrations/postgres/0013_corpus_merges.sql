-- Which lines and entities were joined on less than an identifier of their own, or by hand: why, and what it changed,
-- so that it can be undone. A row counts once its commit is in corpus_commit_log.
CREATE TABLE corpus_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL REFERENCES corpus_commits (kind),
  commit_number integer NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  -- import:<source> or operator:<name>
  actor text NOT NULL,
  -- The entity that remains, and the one merged into it (null: a line of a file).
  entity_id bigint NOT NULL,
  merged_id bigint,
  score real NOT NULL,
  evidence jsonb NOT NULL,
  changes jsonb NOT NULL,
  undone_commit integer
);
CREATE INDEX corpus_merges_entity ON corpus_merges (kind, entity_id);
CREATE INDEX corpus_merges_merged ON corpus_merges (kind, merged_id) WHERE merged_id IS NOT NULL;
