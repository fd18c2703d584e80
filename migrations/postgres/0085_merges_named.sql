-- Whom the lines of a merge are of or name, by identifier, so that they can be forgotten; null: not looked at yet.
ALTER TABLE corpus_merges ADD COLUMN named text[];
CREATE INDEX corpus_merges_named ON corpus_merges USING gin (named);
CREATE INDEX corpus_merges_unnamed ON corpus_merges (id) WHERE named IS NULL;
