-- Tenures of a person, time on the staff of one employer, in the order they began (search-index/person-tenures.ts): what the
-- employer is known by as numbers (0 unknown; the name where nothing else is), first and last day since 1970 (-2147483648
-- unknown, 2147483647 held), places from 1 of the tenures moved from and to (0 none), levels, functions and grade by their
-- places from 1 (0 unknown). `employers` has a token of each employer, of a million that many share. Rows written before
-- have none until they are rebuilt.
ALTER TABLE people
  ADD COLUMN IF NOT EXISTS country LowCardinality(String),
  ADD COLUMN IF NOT EXISTS employers String,
  ADD COLUMN IF NOT EXISTS tenure_orgs Array(UInt64),
  ADD COLUMN IF NOT EXISTS tenure_domains Array(UInt64),
  ADD COLUMN IF NOT EXISTS tenure_names Array(UInt64),
  ADD COLUMN IF NOT EXISTS tenure_starts Array(Int32),
  ADD COLUMN IF NOT EXISTS tenure_ends Array(Int32),
  ADD COLUMN IF NOT EXISTS tenure_from Array(UInt8),
  ADD COLUMN IF NOT EXISTS tenure_to Array(UInt8),
  ADD COLUMN IF NOT EXISTS tenure_entry_levels Array(UInt8),
  ADD COLUMN IF NOT EXISTS tenure_exit_levels Array(UInt8),
  ADD COLUMN IF NOT EXISTS tenure_entry_functions Array(UInt8),
  ADD COLUMN IF NOT EXISTS tenure_exit_functions Array(UInt8),
  ADD COLUMN IF NOT EXISTS tenure_functions Array(UInt64),
  ADD COLUMN IF NOT EXISTS tenure_grades Array(UInt8),
  ADD INDEX IF NOT EXISTS employers_index employers TYPE text(tokenizer = splitByString([' ']));
