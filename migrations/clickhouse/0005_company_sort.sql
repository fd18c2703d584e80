-- What pages of companies can be sorted by besides days and amounts they have; NaN unknown.
ALTER TABLE companies
  ADD COLUMN IF NOT EXISTS headcount Float64 DEFAULT nan AFTER founded,
  ADD COLUMN IF NOT EXISTS followers Float64 DEFAULT nan AFTER headcount;
