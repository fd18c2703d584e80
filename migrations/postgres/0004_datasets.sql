-- Open data sets that an operator added to the corpus (src/corpus/datasets).
CREATE TABLE corpus_datasets (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- An operator's own folder; null for one that comes with the program.
  folder text,
  -- What its entry says of it (title, publisher, licence), for answers that name their sources.
  entry jsonb NOT NULL,
  -- ready: what was loaded is searched; wanted: somebody asked for an update; leaving: it is being removed.
  state text NOT NULL CHECK (state IN ('wanted', 'ready', 'leaving')),
  -- What the operator chose: most rows, countries, a box, another address.
  choice jsonb NOT NULL,
  added_at timestamptz NOT NULL,
  -- The last look at the publisher, and the next.
  looked_at timestamptz,
  due_at timestamptz,
  problem text
);

-- What was published of a data set and read here, in order. Of each number the files have one digest.
CREATE TABLE corpus_dataset_publications (
  dataset integer NOT NULL REFERENCES corpus_datasets(number) ON DELETE CASCADE,
  number integer NOT NULL,
  form text NOT NULL CHECK (form IN ('full', 'delta')),
  state text NOT NULL CHECK (state IN ('loading', 'loaded', 'refused')),
  digest text NOT NULL,
  bytes bigint NOT NULL,
  published_at timestamptz NOT NULL,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  counts jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (dataset, number)
);

-- What each data set has said, line by line: it is taken out by these, and what is missing from a publication is found by them.
CREATE TABLE corpus_dataset_lines (
  dataset integer NOT NULL REFERENCES corpus_datasets(number) ON DELETE CASCADE,
  kind text NOT NULL,
  digest uuid NOT NULL,
  -- The strongest identifier of the line, as corpus_identifiers_* numbers it, and that of the employer it belongs to.
  key bigint NOT NULL,
  employer bigint,
  -- The last publication that had it, and the one after which it counted as ended.
  publication integer NOT NULL,
  ended integer,
  observed_at timestamptz NOT NULL,
  -- The people it is of or names, as corpus_identifiers_* numbers their identifiers: by these they are forgotten.
  people bigint[],
  -- The native record, deflated.
  packed bytea NOT NULL,
  PRIMARY KEY (dataset, kind, digest)
-- An unchanged publication moves the number of each line, within its page.
) WITH (fillfactor = 85);
CREATE INDEX corpus_dataset_lines_key ON corpus_dataset_lines (kind, key);
CREATE INDEX corpus_dataset_lines_people ON corpus_dataset_lines USING gin (people) WHERE people IS NOT NULL;
