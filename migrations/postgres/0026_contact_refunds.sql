-- Addresses that were paid for are checked again; what turns out invalid is given back once.
ALTER TABLE contact_reads ADD COLUMN checked_at timestamptz, ADD COLUMN refunded_at timestamptz;
CREATE INDEX contact_reads_unchecked ON contact_reads (checked_at NULLS FIRST)
  WHERE refunded_at IS NULL AND kind <> 'phone';
