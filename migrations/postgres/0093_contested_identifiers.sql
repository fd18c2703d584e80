-- Identifiers that rows of one source carry under names that differ (src/corpus/write/contested.ts): they decide nothing, also
-- when a file comes again, in whatever batches, or after a kill. Digests, as in corpus_identifiers_*.
CREATE TABLE corpus_contested (
  kind text NOT NULL,
  source text NOT NULL,
  token bigint NOT NULL,
  PRIMARY KEY (kind, source, token)
);
