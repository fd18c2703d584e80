-- When sources outside were last asked about a company without anybody's request (capabilities/visits).
CREATE TABLE company_visits (
  company_id bigint NOT NULL,
  about text NOT NULL CHECK (about IN ('postings', 'site', 'news')),
  visited_at timestamptz NOT NULL,
  PRIMARY KEY (company_id, about)
);

-- What a job board showed when it was last read, so that what vanishes from it can be closed.
CREATE TABLE board_snapshots (
  url text PRIMARY KEY,
  company_id bigint NOT NULL,
  company_name text,
  source text NOT NULL,
  taken_at timestamptz NOT NULL,
  -- Address of each open posting, by its id.
  open_postings jsonb NOT NULL,
  -- It showed none where it had shown several: the next reading decides.
  is_doubted boolean NOT NULL DEFAULT false
);
CREATE INDEX board_snapshots_by_company ON board_snapshots (company_id);
