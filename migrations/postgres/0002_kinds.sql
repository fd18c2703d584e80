-- Tables of the other kinds of records: those of companies, with a row of commits. A migration adds a kind by
-- `SELECT corpus_add_kind('hotels')`; which kinds there are is said by the list of the program alone.

-- What a database of version 0.1 has that nothing uses any more.
DROP TABLE IF EXISTS corpus_moves;
DROP FUNCTION IF EXISTS corpus_add_kind(text), corpus_add_tables(text), corpus_add_kind_before_lines(text),
  corpus_add_kind_tables(text), corpus_add_kind_0038(text), corpus_add_lines(text), corpus_index_commits(text);

CREATE FUNCTION corpus_add_kind(kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  tables text;
BEGIN
  FOREACH tables IN ARRAY ARRAY['corpus_records_', 'corpus_identifiers_', 'corpus_snapshots_'] LOOP
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', tables || kind, tables || 'companies');
  END LOOP;
  EXECUTE format('CREATE UNLOGGED TABLE %I (LIKE corpus_lines_companies INCLUDING ALL)', 'corpus_lines_' || kind);
  INSERT INTO corpus_commits (kind) VALUES (kind);
END
$$;

-- A database of version 0.1 has them.
SELECT corpus_add_kind(kind) FROM unnest(ARRAY[
  'people', 'postings', 'posts', 'news', 'comments', 'reactions', 'hotels', 'instruments', 'listings', 'flights', 'accounts',
  'uploads', 'replies', 'places']) AS kind
WHERE to_regclass('corpus_records_' || kind) IS NULL;
