-- What changed between two commits is answered from the history: from which commit to which a state was shown, and which
-- entities are younger than a commit.

-- The commit from which the record said so; it was shown until `born`. Null: never shown, since an older file told of it
-- later, or one batch told of several states. Null also of what was kept before.
DO $$
DECLARE kind text;
BEGIN
  FOREACH kind IN ARRAY ARRAY['companies', 'people', 'postings', 'posts', 'news', 'comments', 'reactions'] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN shown_since integer', 'corpus_snapshots_' || kind);
  END LOOP;
END
$$;

-- Entities that this commit or a later one wrote first have ids from here. Null of commits from before.
ALTER TABLE corpus_commit_log ADD COLUMN first_entity_id bigint;

ALTER FUNCTION corpus_add_kind(text) RENAME TO corpus_add_kind_0038;
CREATE FUNCTION corpus_add_kind(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM corpus_add_kind_0038(kind);
  EXECUTE format('ALTER TABLE %I ADD COLUMN shown_since integer', 'corpus_snapshots_' || kind);
END
$$;
