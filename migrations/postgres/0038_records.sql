-- Records, identifiers and history of the corpus, three tables a kind; the engine keeps search rows alone, which can be
-- built again from these. Keys begin with the column they would be distributed by. `rank` of an identifier counts from
-- -2147483648, so that four bytes hold what the engine keeps unsigned.
CREATE FUNCTION corpus_add_kind(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Every version of an entity: born with one commit, dead from another on. `body` is what answers carry, `sealed` what is
  -- kept beside it; both compressed with the kind's dictionary of that number.
  EXECUTE format('CREATE TABLE %I (
    id bigint NOT NULL,
    born integer NOT NULL,
    dead integer,
    dictionary smallint NOT NULL,
    rank bigint NOT NULL,
    observed_at timestamptz NOT NULL,
    body bytea NOT NULL,
    sealed bytea NOT NULL,
    PRIMARY KEY (id, born))', 'corpus_records_' || kind);
  -- Compressed as well as can be already.
  EXECUTE format('ALTER TABLE %I ALTER body SET STORAGE EXTERNAL, ALTER sealed SET STORAGE EXTERNAL', 'corpus_records_' || kind);
  EXECUTE format('CREATE INDEX ON %I (dead) WHERE dead IS NOT NULL', 'corpus_records_' || kind);

  -- Which entity carries which identifier, from one commit to another. `digest`: 8 bytes of SHA-256 of the token.
  EXECUTE format('CREATE TABLE %I (
    digest bigint NOT NULL,
    id bigint NOT NULL,
    rank integer NOT NULL,
    born integer NOT NULL,
    dead integer)', 'corpus_identifiers_' || kind);
  -- Of an identifier that many carry, the most prominent are read without the others.
  EXECUTE format('CREATE INDEX ON %I (digest, rank)', 'corpus_identifiers_' || kind);
  EXECUTE format('CREATE INDEX ON %I (dead) WHERE dead IS NOT NULL', 'corpus_identifiers_' || kind);

  -- Tracked members as they were observed before the newest state, which is the record itself.
  EXECUTE format('CREATE TABLE %I (
    id bigint NOT NULL,
    observed_at timestamptz NOT NULL,
    born integer NOT NULL,
    source text NOT NULL,
    dictionary smallint NOT NULL,
    tracked bytea NOT NULL)', 'corpus_snapshots_' || kind);
  EXECUTE format('ALTER TABLE %I ALTER tracked SET STORAGE EXTERNAL', 'corpus_snapshots_' || kind);
  EXECUTE format('CREATE INDEX ON %I (id, observed_at)', 'corpus_snapshots_' || kind);
END
$$;

SELECT corpus_add_kind(kind) FROM unnest(
  ARRAY['companies', 'people', 'postings', 'posts', 'news', 'comments', 'reactions']) AS kind;

-- What records are compressed with: made of synthetic records alone, since a dictionary of real ones would keep what
-- suppression removes. Never changed: records name theirs by number.
CREATE TABLE corpus_dictionaries (
  kind text NOT NULL,
  number smallint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (kind, number)
);

-- How far records of an installation from before have been moved here from the engine, by kind, in their order there.
CREATE TABLE corpus_moves (
  kind text PRIMARY KEY,
  last_rank bigint NOT NULL DEFAULT 0,
  last_id bigint NOT NULL DEFAULT 0,
  last_born integer NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false
);

ALTER TABLE corpus_commits
  -- Versions stored: as many as the engine holds search rows.
  ADD COLUMN versions bigint NOT NULL DEFAULT 0,
  -- Rules that the identifiers here were made by; `search_index` says it of the search rows.
  ADD COLUMN identifier_index integer NOT NULL DEFAULT 0,
  -- Counts the times search rows were to be built again.
  ADD COLUMN index_build integer NOT NULL DEFAULT 0;

-- How far rows are being built again, by kind: the version that was built last.
CREATE TABLE corpus_rebuilds (
  kind text PRIMARY KEY,
  index_version integer NOT NULL,
  index_build integer NOT NULL,
  last_id bigint NOT NULL DEFAULT 0,
  last_born integer NOT NULL DEFAULT 0
);

-- Members of entity sets as changes: what came and went, and with which change. The engine holds a copy to join with.
CREATE TABLE entity_set_members (
  organization_id text NOT NULL,
  set_id text NOT NULL,
  token text NOT NULL,
  version bigint NOT NULL,
  is_member boolean NOT NULL,
  PRIMARY KEY (organization_id, set_id, token, version)
);
