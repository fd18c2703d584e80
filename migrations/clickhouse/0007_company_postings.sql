-- Open postings of a company as its record counts them: all (-1 unknown), and those of each kind (`country/deu`).
ALTER TABLE companies
  ADD COLUMN IF NOT EXISTS open_postings Int64 DEFAULT -1 AFTER trend_counts,
  ADD COLUMN IF NOT EXISTS posting_keys Array(LowCardinality(String)) AFTER open_postings,
  ADD COLUMN IF NOT EXISTS posting_counts Array(Int64) AFTER posting_keys;
