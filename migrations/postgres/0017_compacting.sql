-- While superseded versions are being removed, and after that was stopped, until it is done.
ALTER TABLE corpus_commits ADD COLUMN compacting boolean NOT NULL DEFAULT false;
