-- Members of sets as a log of changes: identifier tokens (`dom:acme.example`, `slug:ada`) that came or went. A set as of
-- version V holds the tokens whose last change up to V was a coming; searches join it with `identifiers`.
CREATE TABLE IF NOT EXISTS entity_set_members (
  organization_id String,
  set_id String,
  token String,
  version UInt64,
  is_member UInt8
) ENGINE = MergeTree ORDER BY (organization_id, set_id, token, version)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000;
