-- Lists of people whose jobs are watched, and what moved. Who is in a list is a member of platform/lists by the identifiers of
-- their page; here is what is known of each.

CREATE TABLE job_change_profiles (
  organization_id text NOT NULL,
  list_id text NOT NULL,
  -- Made of list and identifier: the same whenever they are in it.
  id text NOT NULL,
  -- What the member is called in platform/lists.
  identifier text NOT NULL,
  pnet_url text NOT NULL,
  -- Null until the corpus knows them.
  entity_id bigint,
  -- The commit of the corpus they are compared with first; null until it knows them.
  since_commit integer,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, list_id, id)
);
CREATE INDEX job_change_profiles_unknown ON job_change_profiles (list_id, id) WHERE entity_id IS NULL;

CREATE TABLE job_change_scans (
  organization_id text NOT NULL,
  id text NOT NULL,
  list_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS')),
  -- The job that works on it.
  task_id text NOT NULL,
  started_at timestamptz NOT NULL,
  completed_at timestamptz,
  -- What was compared up to, once it is completed; the next scan goes on from there.
  commit integer,
  -- How many of each kind; null unless it is completed.
  movements jsonb,
  -- Milli-credits.
  charged bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'COMPLETED') = (commit IS NOT NULL))
);
CREATE INDEX job_change_scans_of ON job_change_scans (list_id, id);
-- One at a time.
CREATE UNIQUE INDEX job_change_scans_unfinished ON job_change_scans (list_id)
  WHERE status IN ('NOT_STARTED', 'PROCESSING');

CREATE TABLE job_change_movements (
  organization_id text NOT NULL,
  list_id text NOT NULL,
  profile_id text NOT NULL,
  -- The commit that wrote the state after: a movement is told, and charged, once.
  commit integer NOT NULL,
  scan_id text NOT NULL,
  movement text NOT NULL CHECK (movement IN ('promoted', 'lateral-move', 'new-role', 'changed')),
  discovered_at timestamptz NOT NULL,
  -- Employers, titles and dates, as answered.
  details jsonb NOT NULL,
  PRIMARY KEY (organization_id, list_id, profile_id, commit),
  FOREIGN KEY (organization_id, list_id, profile_id) REFERENCES job_change_profiles ON DELETE CASCADE
);
