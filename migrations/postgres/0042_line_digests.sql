-- Lines of imported files by digest, so that one that comes again as it was ends there. What is lost costs time only, so
-- nothing of it is logged: after a crash the tables are empty. `id` and `born` are the version that holds the line,
-- `observed_at` what it was observed at, `said` the members it confirms when it comes later (null where it has a date of
-- its own, which stays). Rules by which lines become records are in corpus_commits, and rows of others go.
CREATE FUNCTION corpus_add_lines(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE UNLOGGED TABLE %I (
    digest uuid PRIMARY KEY,
    id bigint NOT NULL,
    born integer NOT NULL,
    said integer,
    observed_at timestamptz NOT NULL)', 'corpus_lines_' || kind);
  EXECUTE format('CREATE INDEX ON %I (id)', 'corpus_lines_' || kind);
END
$$;

SELECT corpus_add_lines(kind) FROM unnest(
  ARRAY['companies', 'people', 'postings', 'posts', 'news', 'comments', 'reactions']) AS kind;

ALTER FUNCTION corpus_add_kind(text) RENAME TO corpus_add_kind_before_lines;
CREATE FUNCTION corpus_add_kind(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM corpus_add_kind_before_lines(kind);
  PERFORM corpus_add_lines(kind);
END
$$;

-- Members that lines give; many lines give the same ones.
CREATE TABLE corpus_line_members (
  kind text NOT NULL,
  number integer NOT NULL,
  members text[] NOT NULL,
  PRIMARY KEY (kind, number)
);

ALTER TABLE corpus_commits ADD COLUMN line_rules text NOT NULL DEFAULT '';
