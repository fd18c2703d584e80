-- What a source said again without changing anything, by entity: no version is written for it, but the record is as fresh as
-- that day. Of each source the newest. `members`: what it said.
CREATE TABLE corpus_confirmations (
  kind text NOT NULL,
  id bigint NOT NULL,
  source text NOT NULL,
  confirmed_at timestamptz NOT NULL,
  confidence real NOT NULL,
  members text[] NOT NULL,
  PRIMARY KEY (kind, id, source)
);
