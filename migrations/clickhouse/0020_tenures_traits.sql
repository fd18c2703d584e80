-- Time on the staff of one employer, a row for each number the employer is known by (organization id, domain, name where
-- nothing else is; search-index/tenure-rows.ts), stored by that number: people of a company lie together here and in every
-- block of `people`. `place`: which tenure of the person it is, from 1. Days since 1970 (-2147483648 unknown, 2147483647
-- held); origin and destination: numbers of the employers moved from and to (0 none); levels, functions and grade by their
-- places from 1 (0 unknown); titles of the positions held there now; schools: organization ids, or numbers of names.
-- A version is visible when its row of `people` is.
CREATE TABLE IF NOT EXISTS tenures (
  employer UInt64,
  id UInt64,
  born UInt32,
  place UInt8,
  first_day Int32,
  last_day Int32,
  origin UInt64,
  destination UInt64,
  entry_level UInt8,
  exit_level UInt8,
  entry_function UInt8,
  exit_function UInt8,
  functions UInt64,
  grade UInt8,
  titles Array(String),
  began Int32,
  country LowCardinality(String),
  lat Float64,
  lon Float64,
  schools Array(UInt64)
) ENGINE = MergeTree ORDER BY (employer, id, born, place)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000;

ALTER TABLE people DROP INDEX IF EXISTS employers_index;
ALTER TABLE people
  DROP COLUMN IF EXISTS country,
  DROP COLUMN IF EXISTS employers,
  DROP COLUMN IF EXISTS tenure_orgs,
  DROP COLUMN IF EXISTS tenure_domains,
  DROP COLUMN IF EXISTS tenure_names,
  DROP COLUMN IF EXISTS tenure_starts,
  DROP COLUMN IF EXISTS tenure_ends,
  DROP COLUMN IF EXISTS tenure_from,
  DROP COLUMN IF EXISTS tenure_to,
  DROP COLUMN IF EXISTS tenure_entry_levels,
  DROP COLUMN IF EXISTS tenure_exit_levels,
  DROP COLUMN IF EXISTS tenure_entry_functions,
  DROP COLUMN IF EXISTS tenure_exit_functions,
  DROP COLUMN IF EXISTS tenure_functions,
  DROP COLUMN IF EXISTS tenure_grades;

-- What makes entities alike, as numbers of tokens (search-index/traits.ts). Rows written before have none until they are
-- rebuilt.
ALTER TABLE people ADD COLUMN IF NOT EXISTS traits Array(UInt32);
ALTER TABLE companies ADD COLUMN IF NOT EXISTS traits Array(UInt32);
