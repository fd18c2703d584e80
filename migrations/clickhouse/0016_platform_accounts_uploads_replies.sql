-- What platforms show: accounts, the most followed first, what they publish and what is said to it, the newest first.
CREATE TABLE IF NOT EXISTS accounts (
  rank UInt32,
  id UInt64,
  born UInt32,
  owner_id UInt64,
  followers UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS uploads (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  published Int32,
  likes Int32,
  comments UInt32,
  views UInt32,
  uses UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS replies (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  published Int32,
  likes Int32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS accounts_superseded (id UInt64, born UInt32, dead UInt32, rank UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS uploads_superseded (id UInt64, born UInt32, dead UInt32, rank UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS replies_superseded (id UInt64, born UInt32, dead UInt32, rank UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
