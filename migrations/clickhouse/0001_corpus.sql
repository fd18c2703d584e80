-- Search rows: one row a version of an entity, stored in rank order so that a page stops after its first matches.
-- `facets`, `title_tokens` and `words` hold space-separated tokens; their text indexes answer filters from posting lists.
-- A version is visible in snapshot S when born <= S and it is not in *_superseded with dead <= S.
CREATE TABLE IF NOT EXISTS companies (
  rank UInt32,
  id UInt64,
  born UInt32,
  org_id UInt64,
  founded Int32,
  lat Float64,
  lon Float64,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS people (
  rank UInt32,
  id UInt64,
  born UInt32,
  org_ids Array(UInt64),
  title_count UInt8,
  lat Float64,
  lon Float64,
  facets String,
  titles String,
  title_tokens String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX title_tokens_index title_tokens TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- The records themselves, as the JSON that answers carry; small granules, since a page reads a few rows of many.
-- `sealed` holds what the public record leaves out: contact details, outside ids, provenance of every member.
CREATE TABLE IF NOT EXISTS company_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS person_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

-- Versions that are no longer the newest, and since which commit.
CREATE TABLE IF NOT EXISTS companies_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS people_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

-- Identity: which version carries which normalised identifier (`slug:ada`, `dom:example.org`, `em:…`). Apart from the facets,
-- because tokens that occur once make a text index ten times slower to write, and a sorted table finds 20,000 at once.
CREATE TABLE IF NOT EXISTS identifiers (
  kind Enum8('companies' = 1, 'people' = 2),
  token String,
  rank UInt32,
  id UInt64,
  born UInt32
) ENGINE = MergeTree ORDER BY (kind, token, id, born)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000;

-- Every version of an entity: where its rows are, and as of when it is true.
CREATE TABLE IF NOT EXISTS versions (
  kind Enum8('companies' = 1, 'people' = 2),
  id UInt64,
  born UInt32,
  rank UInt32,
  observed_at DateTime64(3, 'UTC')
) ENGINE = MergeTree ORDER BY (kind, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- History: tracked members of a record as they were observed before its newest state, which is the record itself.
CREATE TABLE IF NOT EXISTS snapshots (
  kind Enum8('companies' = 1, 'people' = 2),
  id UInt64,
  observed_at DateTime64(3, 'UTC'),
  born UInt32,
  source LowCardinality(String),
  tracked String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (kind, id, observed_at)
SETTINGS non_replicated_deduplication_window = 1000;
