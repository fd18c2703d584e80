-- What was paid for of a record: all of it (`record`), or the row that files and audiences have of it (`row`), which costs
-- less and so never stands for the whole (platform/record-reads). All reads before this release are of whole records.
ALTER TABLE record_reads ADD COLUMN extent text NOT NULL DEFAULT 'record' CHECK (extent IN ('record', 'row'));
ALTER TABLE record_reads DROP CONSTRAINT record_reads_pkey;
ALTER TABLE record_reads ADD PRIMARY KEY (organization_id, kind, entity, extent);
ALTER TABLE record_reads DROP CONSTRAINT record_reads_kind_check;
ALTER TABLE record_reads ADD CONSTRAINT record_reads_kind_check CHECK (kind IN ('companies', 'people', 'postings'));

-- Ids of the records in a part whose rows are charged, until the file is (platform/exports).
ALTER TABLE export_parts ADD COLUMN records bigint[];
-- Rows of the file that had been paid for; null where nothing was charged for rows, and before this release.
ALTER TABLE exports ADD COLUMN rows_paid_before integer;

-- The same of an audience's build, both kinds together; null until it has charged.
ALTER TABLE audience_builds ADD COLUMN paid_before integer;
