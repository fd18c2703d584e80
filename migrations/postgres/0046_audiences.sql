-- Builds of audiences: lists of platform/lists whose members a search finds when it is asked to.

CREATE TABLE audience_builds (
  organization_id text NOT NULL,
  audience_id text NOT NULL,
  -- Order of the builds of an audience.
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL UNIQUE,
  -- The job that works on it.
  task_id text NOT NULL,
  -- The snapshot of list_searches it asks with; null where nothing is searched.
  search bigint,
  status text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELED')),
  -- Never becomes less.
  progress_percent integer NOT NULL DEFAULT 0 CHECK (progress_percent BETWEEN 0 AND 100),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Of the list's members, once it is completed.
  version bigint,
  -- By kind of member: how many joined, returned, left and stayed.
  movements jsonb,
  -- Said to clients where it did not end well.
  error text,
  PRIMARY KEY (organization_id, audience_id, number),
  CHECK ((status = 'RUNNING') = (finished_at IS NULL)),
  CHECK ((status = 'COMPLETED') = (version IS NOT NULL))
);
-- One at a time.
CREATE UNIQUE INDEX audience_builds_running ON audience_builds (audience_id) WHERE status = 'RUNNING';
