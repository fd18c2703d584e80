-- Listings are filtered and sorted by their numbers; NaN is unknown. `listed` counts days since 1970.
CREATE TABLE IF NOT EXISTS listings (
  rank UInt32,
  id UInt64,
  born UInt32,
  listed Int32,
  price Float64,
  rent Float64,
  estimated_price Float64,
  bedrooms Float64,
  bathrooms Float64,
  floor_area Float64,
  lot_area Float64,
  year_built Float64,
  parking Float64,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS listings_superseded (rank UInt32, id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

-- Flights are read whole and connected in memory; the row counts them by where they leave.
CREATE TABLE IF NOT EXISTS flights (
  rank UInt32,
  id UInt64,
  born UInt32,
  facets String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS flights_superseded (rank UInt32, id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
