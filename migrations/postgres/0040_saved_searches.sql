-- Runs of saved searches: lists of platform/lists whose members a search finds, again and again.

CREATE TABLE saved_search_runs (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  saved_search_id text NOT NULL,
  status text NOT NULL
    CHECK (status IN ('NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS')),
  execution_mode text NOT NULL CHECK (execution_mode IN ('manually_triggered', 'automatically_triggered')),
  -- The job that works on it.
  task_id text NOT NULL,
  -- The snapshot of list_searches it asks with.
  search bigint,
  started_at timestamptz NOT NULL,
  completed_at timestamptz,
  -- Of the list's members, once it is completed; the one before is the run before.
  version bigint,
  -- By kind of member: how many joined, returned, left and stayed.
  movements jsonb,
  -- Milli-credits.
  charged bigint NOT NULL DEFAULT 0,
  CHECK ((status = 'COMPLETED') = (version IS NOT NULL))
);
CREATE INDEX saved_search_runs_of ON saved_search_runs (saved_search_id, id);
-- One at a time.
CREATE UNIQUE INDEX saved_search_runs_unfinished ON saved_search_runs (saved_search_id)
  WHERE status IN ('NOT_STARTED', 'PROCESSING');

-- Saved searches run every 7 to 365 days.
ALTER TABLE schedules DROP CONSTRAINT schedules_every_days_check,
  ADD CONSTRAINT schedules_every_days_check CHECK (every_days BETWEEN 1 AND 366);
