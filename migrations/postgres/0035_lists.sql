-- Lists of an organization with versioned members: audiences, exclusion lists, saved searches, trackers, job changes.

CREATE TABLE lists (
  id text PRIMARY KEY,
  -- Stands for the list in the tables below, where there are millions of rows.
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  organization_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  -- Whether no other list of the kind may have its name.
  name_is_own boolean NOT NULL,
  settings jsonb NOT NULL,
  state text NOT NULL,
  -- Counts changes of the list itself; its members have versions.
  revision bigint NOT NULL DEFAULT 1,
  version bigint NOT NULL DEFAULT 0,
  -- The last number a member was given.
  last_number bigint NOT NULL DEFAULT 0,
  -- How many members of each kind there are now.
  counts jsonb NOT NULL DEFAULT '{}',
  -- The snapshot of list_searches that holds now.
  search bigint,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  archived_at timestamptz
);
CREATE UNIQUE INDEX lists_name ON lists (organization_id, kind, name) WHERE name_is_own AND archived_at IS NULL;
CREATE INDEX lists_live ON lists (organization_id, kind, id) WHERE archived_at IS NULL;
CREATE INDEX lists_all ON lists (organization_id, kind, id);

-- Search parameters a list has or had.
CREATE TABLE list_searches (
  list bigint NOT NULL REFERENCES lists (number) ON DELETE CASCADE,
  number bigint NOT NULL,
  hash text NOT NULL,
  -- Null: they named somebody who was forgotten.
  params json,
  by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (list, number)
);

-- Each change of the members.
CREATE TABLE list_versions (
  list bigint NOT NULL REFERENCES lists (number) ON DELETE CASCADE,
  version bigint NOT NULL,
  cause text NOT NULL CHECK (cause IN ('add', 'remove', 'rebuild')),
  -- Members that joined up to this version have numbers up to this one, later ones greater.
  last_number bigint NOT NULL,
  -- What a rebuild searched with.
  search bigint,
  -- By kind of member: how many joined, returned, left and stayed.
  movements jsonb NOT NULL,
  by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (list, version)
);

-- A stay of a member in a list, from one version to before another. Who leaves and returns has two. No foreign key: a
-- million checks take longer than a million rows. They are written under the lock of their list, and lists stay.
CREATE TABLE list_members (
  list bigint NOT NULL,
  -- Kind of entity.
  kind text NOT NULL,
  -- Place in the order of joining.
  number bigint NOT NULL,
  is_entity boolean NOT NULL,
  -- Id of the entity, or what names it outside.
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 500),
  label text,
  -- Key, 'system', or 'dynamic' where a rebuild found it.
  added_by text NOT NULL,
  joined_in bigint NOT NULL,
  left_in bigint CHECK (left_in > joined_in),
  -- Whether it had been here before.
  is_return boolean NOT NULL,
  -- List, kind and key in one. Looked up by list, kind and key apart, a member was searched for by the index of the list's
  -- kind while the planner knew little of a list: a look at all members for each.
  name text NOT NULL GENERATED ALWAYS AS (list::text || '/' || kind || CASE WHEN is_entity THEN '#' ELSE ':' END || key)
    STORED,
  PRIMARY KEY (list, kind, number),
  -- Nobody is in a list twice at a time.
  CONSTRAINT list_members_name UNIQUE NULLS NOT DISTINCT (name, left_in)
);
CREATE INDEX list_members_now ON list_members (list, kind, number) WHERE left_in IS NULL;
CREATE INDEX list_members_left ON list_members (list, kind, left_in, number) WHERE left_in IS NOT NULL;
-- What has to be read to forget somebody.
CREATE INDEX list_members_unresolved ON list_members (list, kind, number) WHERE NOT is_entity;

CREATE TABLE list_activity (
  list bigint NOT NULL REFERENCES lists (number) ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY,
  action text NOT NULL,
  detail jsonb NOT NULL,
  by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (list, number)
);
