-- What people name an employer by, of the members that say it: organization number, and domain as a number
-- (search-index/employer-domains.ts). 0 for others.
ALTER TABLE entity_set_members ADD COLUMN IF NOT EXISTS
  org UInt64 MATERIALIZED if(startsWith(token, 'org:'), toUInt64OrZero(substring(token, 5)), 0);
ALTER TABLE entity_set_members ADD COLUMN IF NOT EXISTS
  domain UInt64 MATERIALIZED if(startsWith(token, 'dom:'), reinterpretAsUInt64(reverse(substring(SHA256(substring(token, 5)), 1, 8))), 0);
