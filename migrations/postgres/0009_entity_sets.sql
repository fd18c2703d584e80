-- Sets of companies or people that an organization leaves out of searches (or asks for). Members are in the engine, in
-- table entity_set_members, as changes with numbers; `version` says up to which number they count.
CREATE SEQUENCE entity_set_changes;
CREATE TABLE entity_sets (
  organization_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('companies', 'people')),
  version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, id)
);
