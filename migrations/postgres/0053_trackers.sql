-- Trackers: lists of platform/lists whose members are checked against rules.

CREATE TABLE tracker_runs (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  list_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS')),
  -- The job that works on it.
  task_id text NOT NULL,
  started_at timestamptz NOT NULL,
  completed_at timestamptz,
  -- Version of the list's members that it looks at; null until its job begins.
  version bigint,
  -- By kind of record: up to which commit of the corpus it looks.
  commits jsonb NOT NULL,
  -- The completed run whose state it compares with; null for a baseline.
  compares_with text,
  entities bigint NOT NULL DEFAULT 0,
  checked bigint NOT NULL DEFAULT 0,
  signals bigint NOT NULL DEFAULT 0,
  -- Milli-credits of signals charged one by one.
  charged bigint NOT NULL DEFAULT 0
);
CREATE INDEX tracker_runs_completed ON tracker_runs (list_id, id) WHERE status = 'COMPLETED';
-- One at a time.
CREATE UNIQUE INDEX tracker_runs_unfinished ON tracker_runs (list_id) WHERE status IN ('NOT_STARTED', 'PROCESSING');

CREATE TABLE tracker_signals (
  organization_id text NOT NULL,
  list_id text NOT NULL,
  -- Order of being found.
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  rule_id text NOT NULL,
  -- Null where a test signal is of nobody in the corpus.
  entity_id text,
  -- What makes the change it tells this one and no other, as a digest.
  change_key text NOT NULL,
  is_dummy boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- As it is answered.
  signal jsonb NOT NULL,
  PRIMARY KEY (organization_id, list_id, number)
);
-- The same change is told once, whoever finds it, however often.
CREATE UNIQUE INDEX tracker_signals_once ON tracker_signals (list_id, rule_id, entity_id, change_key);
CREATE INDEX tracker_signals_of_entity ON tracker_signals (list_id, rule_id, entity_id, created_at);
CREATE UNIQUE INDEX tracker_signals_number ON tracker_signals (number);
CREATE UNIQUE INDEX tracker_signals_id ON tracker_signals (id);
