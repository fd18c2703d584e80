-- Current positions of a person, aligned: employer (0 unknown), ` title ` in normal form, first day (days since 1970).
ALTER TABLE people
  ADD COLUMN IF NOT EXISTS job_orgs Array(UInt64) AFTER lon,
  ADD COLUMN IF NOT EXISTS job_titles Array(String) AFTER job_orgs,
  ADD COLUMN IF NOT EXISTS job_starts Array(Int32) AFTER job_titles;

-- Amounts are US dollars, NaN unknown. Offices: how many (-1 unknown), the country of each that is listed, and where those
-- with coordinates are. Staff: groups, and the counts of each now, a month ago, and so on. `names` holds name keys.
ALTER TABLE companies
  ADD COLUMN IF NOT EXISTS name_words UInt16 AFTER lon,
  ADD COLUMN IF NOT EXISTS total_funding Float64 DEFAULT nan AFTER name_words,
  ADD COLUMN IF NOT EXISTS last_funding Float64 DEFAULT nan AFTER total_funding,
  ADD COLUMN IF NOT EXISTS last_funded Int32 DEFAULT -2147483648 AFTER last_funding,
  ADD COLUMN IF NOT EXISTS revenue Float64 DEFAULT nan AFTER last_funded,
  ADD COLUMN IF NOT EXISTS office_count Int64 DEFAULT -1 AFTER revenue,
  ADD COLUMN IF NOT EXISTS office_countries Array(LowCardinality(String)) AFTER office_count,
  ADD COLUMN IF NOT EXISTS office_lats Array(Float64) AFTER office_countries,
  ADD COLUMN IF NOT EXISTS office_lons Array(Float64) AFTER office_lats,
  ADD COLUMN IF NOT EXISTS trend_groups Array(LowCardinality(String)) AFTER office_lons,
  ADD COLUMN IF NOT EXISTS trend_counts Array(Array(Int64)) CODEC(ZSTD(1)) AFTER trend_groups,
  ADD COLUMN IF NOT EXISTS names String AFTER facets,
  ADD INDEX IF NOT EXISTS names_index names TYPE text(tokenizer = splitByString([' ']));
