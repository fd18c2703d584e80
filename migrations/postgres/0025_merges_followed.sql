-- Who undid a merge and when, and whether what refers to its entities (postings, posts, articles) has yet to follow.
ALTER TABLE corpus_merges
  ADD COLUMN undone_by text,
  ADD COLUMN undone_at timestamptz,
  ADD COLUMN links_pending boolean NOT NULL DEFAULT false;
-- Merges made before this did not move anything.
UPDATE corpus_merges SET links_pending = true WHERE merged_id IS NOT NULL OR undone_commit IS NOT NULL;
CREATE INDEX corpus_merges_links_pending ON corpus_merges (id) WHERE links_pending;
