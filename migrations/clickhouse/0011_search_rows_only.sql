-- Records, identifiers, versions and history live in Postgres, where they were moved before this (corpus/write/move-records.ts).
DROP TABLE IF EXISTS company_bodies;
DROP TABLE IF EXISTS person_bodies;
DROP TABLE IF EXISTS job_posting_bodies;
DROP TABLE IF EXISTS post_bodies;
DROP TABLE IF EXISTS news_bodies;
DROP TABLE IF EXISTS post_comment_bodies;
DROP TABLE IF EXISTS post_reaction_bodies;
DROP TABLE IF EXISTS identifiers;
DROP TABLE IF EXISTS versions;
DROP TABLE IF EXISTS snapshots;
-- Identifiers of an entity as numbers (search-index/token-number.ts), which sets of entities are joined with.
ALTER TABLE companies ADD COLUMN IF NOT EXISTS keys Array(UInt64);
ALTER TABLE people ADD COLUMN IF NOT EXISTS keys Array(UInt64);
ALTER TABLE entity_set_members ADD COLUMN IF NOT EXISTS
  number UInt64 MATERIALIZED reinterpretAsUInt64(reverse(substring(SHA256(token), 1, 8)));
-- Where the row of a superseded version is.
ALTER TABLE companies_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
ALTER TABLE people_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
ALTER TABLE job_postings_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
ALTER TABLE posts_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
ALTER TABLE news_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
ALTER TABLE post_comments_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
ALTER TABLE post_reactions_superseded ADD COLUMN IF NOT EXISTS rank UInt32;
-- Postings are found by their company, which no other column leads to.
ALTER TABLE job_postings ADD INDEX IF NOT EXISTS company_index company_id TYPE bloom_filter GRANULARITY 1;
