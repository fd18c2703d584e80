-- Domain (as a number, 0 unknown) and name key ('' unknown) of the employer of each current position, aligned with
-- job_orgs: what is asked of one and the same position. Rows written before have none until they are rebuilt.
ALTER TABLE people
  ADD COLUMN IF NOT EXISTS job_domains Array(UInt64),
  ADD COLUMN IF NOT EXISTS job_names Array(String);
