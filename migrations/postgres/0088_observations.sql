-- When each source said anything of an entity, and which members (by their set in corpus_line_members): a file that comes
-- late takes its place among those before and after it.
ALTER TABLE corpus_confirmations
  ADD COLUMN seen_at timestamptz[] NOT NULL DEFAULT '{}',
  ADD COLUMN seen_sets integer[] NOT NULL DEFAULT '{}';
