-- Job postings, posts and news: kinds of their own beside companies and people, newest first (`rank` counts down the seconds).
ALTER TABLE identifiers MODIFY COLUMN kind
  Enum8('companies' = 1, 'people' = 2, 'postings' = 3, 'posts' = 4, 'news' = 5);
ALTER TABLE versions MODIFY COLUMN kind
  Enum8('companies' = 1, 'people' = 2, 'postings' = 3, 'posts' = 4, 'news' = 5);
ALTER TABLE snapshots MODIFY COLUMN kind
  Enum8('companies' = 1, 'people' = 2, 'postings' = 3, 'posts' = 4, 'news' = 5);

-- `company_id` is the entity the posting belongs to, 0 when the corpus does not know it; `org_id` is its network id, 0 when
-- there is none. Ranges of which one end is known have it at both; NaN is unknown.
CREATE TABLE IF NOT EXISTS job_postings (
  rank UInt32,
  id UInt64,
  born UInt32,
  company_id UInt64,
  org_id UInt64,
  posted Int32,
  pay_low Float64,
  pay_high Float64,
  years_low Float32,
  years_high Float32,
  applicants_low Float32,
  applicants_high Float32,
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

-- `author_id` is a company or a person; the facet `author:` tells which.
CREATE TABLE IF NOT EXISTS posts (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  posted Int32,
  reactions UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS news (
  rank UInt32,
  id UInt64,
  born UInt32,
  company_ids Array(UInt64),
  published Int32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS job_posting_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS news_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS job_postings_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS posts_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS news_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
