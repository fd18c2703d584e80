-- Commits of job postings, posts and news.
ALTER TABLE corpus_commits DROP CONSTRAINT corpus_commits_kind_check;
ALTER TABLE corpus_commits ADD CONSTRAINT corpus_commits_kind_check
  CHECK (kind IN ('companies', 'people', 'postings', 'posts', 'news'));
INSERT INTO corpus_commits (kind) VALUES ('postings'), ('posts'), ('news');

-- Entity of the first index of a chunk: postings, posts and news of a sample name their company by its entity.
ALTER TABLE corpus_sample_chunks ADD COLUMN first_entity_id bigint;
