-- Domains as numbers (search-index/employer-domains.ts), to join people and companies by: of a company, of a person's
-- current employers, and of each past position (0 unknown). Rows written before have none.
ALTER TABLE companies ADD COLUMN IF NOT EXISTS domain_numbers Array(UInt64);
ALTER TABLE people
  ADD COLUMN IF NOT EXISTS current_domains Array(UInt64),
  ADD COLUMN IF NOT EXISTS past_domains Array(UInt64);
