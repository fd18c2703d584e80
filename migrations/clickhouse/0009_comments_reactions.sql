-- Comments on posts and reactions to them: kinds of their own, newest first like posts.
ALTER TABLE identifiers MODIFY COLUMN kind
  Enum8('companies' = 1, 'people' = 2, 'postings' = 3, 'posts' = 4, 'news' = 5, 'comments' = 6, 'reactions' = 7);
ALTER TABLE versions MODIFY COLUMN kind
  Enum8('companies' = 1, 'people' = 2, 'postings' = 3, 'posts' = 4, 'news' = 5, 'comments' = 6, 'reactions' = 7);
ALTER TABLE snapshots MODIFY COLUMN kind
  Enum8('companies' = 1, 'people' = 2, 'postings' = 3, 'posts' = 4, 'news' = 5, 'comments' = 6, 'reactions' = 7);

-- `author_id` is a company or a person; the facet `author:` tells which.
CREATE TABLE IF NOT EXISTS post_comments (
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

CREATE TABLE IF NOT EXISTS post_reactions (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  reacted Int32,
  facets String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_comment_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_reaction_bodies (
  rank UInt32,
  id UInt64,
  born UInt32,
  body String CODEC(ZSTD(1)),
  sealed String CODEC(ZSTD(1))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 16, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_comments_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_reactions_superseded (id UInt64, born UInt32, dead UInt32)
ENGINE = MergeTree ORDER BY (id, born) SETTINGS non_replicated_deduplication_window = 1000;
