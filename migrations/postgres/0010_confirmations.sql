-- Lines that come again every day are confirmed every day: a row finds room beside its former state, so that no index
-- is written.
ALTER TABLE corpus_confirmations SET (fillfactor = 50);

-- No confirmation of the kind is later, so that a delivery of today need not look for later ones line by line.
ALTER TABLE corpus_commits ADD COLUMN confirmed_to timestamptz NOT NULL DEFAULT '-infinity';
UPDATE corpus_commits c SET confirmed_to = COALESCE(
  (SELECT max(m.confirmed_at) FROM corpus_confirmations m WHERE m.kind = c.kind), '-infinity');
