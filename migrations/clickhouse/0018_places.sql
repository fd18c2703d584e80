-- Places as maps know them. `facets` has their grid cells, so that an area is found from posting lists; coordinates are read
-- for the cells on its border alone. NaN: not known.
CREATE TABLE IF NOT EXISTS places (
  rank UInt32,
  id UInt64,
  born UInt32,
  lat Float64,
  lon Float64,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS places_superseded (id UInt64, born UInt32, dead UInt32, rank UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
