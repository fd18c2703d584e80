-- What people searches ask of careers, education and counts. Days are numbers since 1970, -2147483648 when unknown;
-- arrays of one prefix run side by side, one element a position or an entry. Rows written before have the defaults.
ALTER TABLE people
  ADD COLUMN IF NOT EXISTS connections Float64 DEFAULT nan,
  ADD COLUMN IF NOT EXISTS followers Float64 DEFAULT nan,
  ADD COLUMN IF NOT EXISTS birth Int32 DEFAULT -2147483648,
  ADD COLUMN IF NOT EXISTS began Int32 DEFAULT -2147483648,
  ADD COLUMN IF NOT EXISTS stealth_entered Int32 DEFAULT -2147483648,
  ADD COLUMN IF NOT EXISTS stealth_left Int32 DEFAULT -2147483648,
  ADD COLUMN IF NOT EXISTS company_starts Array(Int32),
  ADD COLUMN IF NOT EXISTS current_names Array(String),
  ADD COLUMN IF NOT EXISTS past_titles Array(String),
  ADD COLUMN IF NOT EXISTS past_orgs Array(UInt64),
  ADD COLUMN IF NOT EXISTS past_names Array(String),
  ADD COLUMN IF NOT EXISTS past_left Array(Int32),
  ADD COLUMN IF NOT EXISTS edu_texts Array(String),
  ADD COLUMN IF NOT EXISTS edu_orgs Array(UInt64),
  ADD COLUMN IF NOT EXISTS edu_starts Array(Int32),
  ADD COLUMN IF NOT EXISTS edu_ends Array(Int32);
