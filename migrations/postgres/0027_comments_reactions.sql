-- Commits of comments on posts and of reactions to them.
ALTER TABLE corpus_commits DROP CONSTRAINT corpus_commits_kind_check;
ALTER TABLE corpus_commits ADD CONSTRAINT corpus_commits_kind_check
  CHECK (kind IN ('companies', 'people', 'postings', 'posts', 'news', 'comments', 'reactions'));
INSERT INTO corpus_commits (kind) VALUES ('comments'), ('reactions');
