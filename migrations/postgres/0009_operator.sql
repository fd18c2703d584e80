-- What an operator moved under a reference of their own, so that a retry moves nothing again (platform/ledger).
CREATE TABLE credit_acts (
  organization_id text NOT NULL,
  reference text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('grant', 'revoke', 'refund')),
  subscription_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  request_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, reference)
);

-- Files that an operator loads over the interface (capabilities/operator-imports).
CREATE TABLE operator_imports (
  id text PRIMARY KEY,
  kind text NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  blob_id text NOT NULL,
  bytes bigint NOT NULL,
  -- How the file is read: format, mapping, day; what the start said.
  choice jsonb NOT NULL,
  state text NOT NULL CHECK (state IN
    ('ready', 'queued', 'running', 'paused', 'interrupted', 'completed', 'damaged', 'failed', 'canceled')),
  -- What a running one is asked to do.
  wish text CHECK (wish IN ('pause', 'cancel')),
  counts jsonb NOT NULL,
  problem text,
  notes jsonb NOT NULL,
  -- The import whose rejected rows were corrected.
  corrects text,
  created_at timestamptz NOT NULL,
  queued_at timestamptz,
  started_at timestamptz,
  reported_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_imports_open ON operator_imports (queued_at) WHERE state IN ('queued', 'running');
CREATE INDEX operator_imports_expiry ON operator_imports (expires_at);

-- Rows of those files that were refused, as they came.
CREATE TABLE operator_import_rejects (
  import_id text NOT NULL REFERENCES operator_imports(id) ON DELETE CASCADE,
  number int NOT NULL,
  line bigint NOT NULL,
  path text NOT NULL,
  reason text NOT NULL,
  content jsonb NOT NULL,
  -- The import that loaded the corrected row.
  loaded_by text,
  PRIMARY KEY (import_id, number)
);

-- Long work that an operator asks for over the interface: backups, checks, removal of the sample (capabilities/operator-system).
CREATE TABLE operator_tasks (
  id text PRIMARY KEY,
  kind text NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed', 'interrupted')),
  -- What was asked for, and what came of it.
  choice jsonb NOT NULL,
  result jsonb,
  problem text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX operator_tasks_open ON operator_tasks (created_at) WHERE state IN ('queued', 'running');
