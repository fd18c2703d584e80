-- Instruments are found by their identifiers; the row keeps them in the order of their kind, and countable by sort.
CREATE TABLE IF NOT EXISTS instruments (
  rank UInt32,
  id UInt64,
  born UInt32,
  facets String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS instruments_superseded (rank UInt32, id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
