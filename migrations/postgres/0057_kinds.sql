-- A kind is added by `SELECT corpus_add_kind('hotels')`: its tables, and its row of commits. Which kinds there are is said
-- by the list of the program alone, so two migrations that add kinds know nothing of each other.
ALTER TABLE corpus_commits DROP CONSTRAINT corpus_commits_kind_check;
ALTER TABLE corpus_commits ADD CONSTRAINT corpus_commits_kind_check CHECK (kind ~ '^[a-z]+(_[a-z]+)*$');

ALTER FUNCTION corpus_add_kind(text) RENAME TO corpus_add_tables;
CREATE FUNCTION corpus_add_kind(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM corpus_add_tables(kind);
  INSERT INTO corpus_commits (kind) VALUES (kind);
END
$$;
