-- People name their employers by a page, too, where they give no domain (search-index/employer-domains.ts): the number of a
-- domain or a page.
ALTER TABLE entity_set_members MODIFY COLUMN
  domain UInt64 MATERIALIZED multiIf(
    startsWith(token, 'dom:'), reinterpretAsUInt64(reverse(substring(SHA256(substring(token, 5)), 1, 8))),
    startsWith(token, 'slug:'), reinterpretAsUInt64(reverse(substring(SHA256(concat('/', substring(token, 6))), 1, 8))),
    0);
ALTER TABLE entity_set_members MATERIALIZE COLUMN domain;
