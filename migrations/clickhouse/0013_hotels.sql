-- Hotels and vacation rentals. `rank` is the place (Morton order), so that the rows of a city lie together: a search prices all
-- of them. `star` 0 and `rating` 0 are unknown. `pricing` is JSON of what prices are made of; the calendars it names have their
-- nights in the arrays behind, one entry a calendar: prices from the day `cal_first` on (0: nothing known, -1: closed) and
-- rooms left.
CREATE TABLE IF NOT EXISTS hotels (
  rank UInt32,
  id UInt64,
  born UInt32,
  lat Float64,
  lon Float64,
  star UInt8,
  rating Float32,
  reviews UInt32,
  prominence Float32,
  bedrooms UInt16,
  bathrooms Float32,
  brand UInt32,
  pricing String,
  cal_first Array(Int32),
  cal_prices Array(Array(Float32)),
  cal_left Array(Array(UInt16)),
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 512, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS hotels_superseded (id UInt64, born UInt32, dead UInt32, rank UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
