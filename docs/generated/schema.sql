-- What the files of migrations/postgres give together, read from the catalogue of a database they were applied to.
-- Written by `npm run generate`; never applied. Why something is as it is stands in the migration that made it.
-- Tables of the job queue (schema job_queue) are its package's own.

CREATE SCHEMA sandbox;

CREATE SEQUENCE entity_set_changes AS bigint START 1 INCREMENT 1;

CREATE TABLE api_key_usage (
  key_id text NOT NULL,
  max_credits bigint,
  used bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  imposed_credits bigint,
  CONSTRAINT api_key_usage_pkey PRIMARY KEY (key_id),
  CONSTRAINT api_key_usage_held_check CHECK ((held >= 0)),
  CONSTRAINT api_key_usage_imposed_credits_check CHECK ((imposed_credits >= 0)),
  CONSTRAINT api_key_usage_max_credits_check CHECK ((max_credits >= 0)),
  CONSTRAINT api_key_usage_used_check CHECK ((used >= 0))
) WITH (fillfactor=50);

CREATE TABLE api_keys (
  id text NOT NULL,
  organization_id text NOT NULL,
  name text NOT NULL,
  mode text NOT NULL,
  key_hash bytea NOT NULL,
  prefix text NOT NULL,
  last4 text NOT NULL,
  expires_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  pay_as_you_go boolean NOT NULL DEFAULT false,
  scopes text[] NOT NULL DEFAULT '{}'::text[],
  is_read_only boolean NOT NULL DEFAULT false,
  allowed_addresses text[] NOT NULL DEFAULT '{}'::text[],
  previous_hash bytea,
  previous_prefix text,
  previous_expires_at timestamp with time zone,
  imposed_expires_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash),
  CONSTRAINT api_keys_previous_hash_key UNIQUE (previous_hash),
  CONSTRAINT api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32)),
  CONSTRAINT api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  CONSTRAINT api_keys_name_check CHECK ((name <> ''::text)),
  CONSTRAINT api_keys_previous CHECK ((((previous_hash IS NULL) = (previous_expires_at IS NULL)) AND ((previous_hash IS NULL) = (previous_prefix IS NULL)))),
  CONSTRAINT api_keys_previous_hash_check CHECK ((octet_length(previous_hash) = 32))
);
CREATE INDEX api_keys_organization ON public.api_keys USING btree (organization_id, created_at);

CREATE TABLE api_requests (
  id text NOT NULL,
  organization_id text NOT NULL,
  key_id text NOT NULL,
  operation_id text NOT NULL,
  method text NOT NULL,
  route_path text NOT NULL,
  status_code integer NOT NULL,
  duration_ms double precision NOT NULL,
  error_code text,
  credits_charged bigint NOT NULL,
  request json,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT api_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX api_requests_age ON public.api_requests USING btree (created_at);
CREATE INDEX api_requests_organization ON public.api_requests USING btree (organization_id, created_at DESC, id);

CREATE TABLE audience_builds (
  organization_id text NOT NULL,
  audience_id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  task_id text NOT NULL,
  search bigint,
  status text NOT NULL,
  progress_percent integer NOT NULL DEFAULT 0,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  version bigint,
  movements jsonb,
  error text,
  CONSTRAINT audience_builds_pkey PRIMARY KEY (organization_id, audience_id, number),
  CONSTRAINT audience_builds_id_key UNIQUE (id),
  CONSTRAINT audience_builds_check CHECK (((status = 'RUNNING'::text) = (finished_at IS NULL))),
  CONSTRAINT audience_builds_check1 CHECK (((status = 'COMPLETED'::text) = (version IS NOT NULL))),
  CONSTRAINT audience_builds_progress_percent_check CHECK (((progress_percent >= 0) AND (progress_percent <= 100))),
  CONSTRAINT audience_builds_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELED'::text])))
);
CREATE UNIQUE INDEX audience_builds_running ON public.audience_builds USING btree (audience_id) WHERE (status = 'RUNNING'::text);

CREATE TABLE audience_contacts (
  organization_id text NOT NULL,
  audience_id text NOT NULL,
  person_id numeric NOT NULL,
  kinds text[] NOT NULL,
  CONSTRAINT audience_contacts_pkey PRIMARY KEY (organization_id, audience_id, person_id)
);

CREATE TABLE audience_enrichments (
  organization_id text NOT NULL,
  audience_id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  task_id text NOT NULL,
  live_company_items integer NOT NULL,
  live_prospect_items integer NOT NULL,
  contact_items integer NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  companies_fetched integer NOT NULL DEFAULT 0,
  prospects_fetched integer NOT NULL DEFAULT 0,
  prospects_with_contacts integer NOT NULL DEFAULT 0,
  unavailable integer NOT NULL DEFAULT 0,
  CONSTRAINT audience_enrichments_pkey PRIMARY KEY (organization_id, audience_id, number),
  CONSTRAINT audience_enrichments_id_key UNIQUE (id),
  CONSTRAINT audience_enrichments_check CHECK (((status = 'RUNNING'::text) = (finished_at IS NULL))),
  CONSTRAINT audience_enrichments_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'COMPLETED'::text, 'FAILED'::text, 'CANCELED'::text])))
);
CREATE UNIQUE INDEX audience_enrichments_running ON public.audience_enrichments USING btree (audience_id) WHERE (status = 'RUNNING'::text);

CREATE TABLE audit_entries (
  organization_id text NOT NULL,
  sequence bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor text NOT NULL,
  address text,
  request_id text,
  action text NOT NULL,
  subject text NOT NULL,
  detail json NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (organization_id, sequence),
  CONSTRAINT audit_entries_action_check CHECK ((action <> ''::text)),
  CONSTRAINT audit_entries_actor_check CHECK ((actor <> ''::text)),
  CONSTRAINT audit_entries_hash_check CHECK ((octet_length(hash) = 32)),
  CONSTRAINT audit_entries_previous_hash_check CHECK ((octet_length(previous_hash) = 32)),
  CONSTRAINT audit_entries_sequence_check CHECK ((sequence > 0))
);

CREATE TABLE audit_heads (
  organization_id text NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_heads_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE auto_topups (
  subscription_id text NOT NULL,
  organization_id text NOT NULL,
  is_enabled boolean NOT NULL,
  credit_threshold bigint,
  credits_to_buy bigint,
  max_per_day integer,
  max_per_month integer,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT auto_topups_pkey PRIMARY KEY (subscription_id),
  CONSTRAINT auto_topups_complete CHECK (((NOT is_enabled) OR ((credit_threshold IS NOT NULL) AND (credits_to_buy IS NOT NULL)))),
  CONSTRAINT auto_topups_credit_threshold_check CHECK ((credit_threshold >= 0)),
  CONSTRAINT auto_topups_credits_to_buy_check CHECK ((credits_to_buy > 0)),
  CONSTRAINT auto_topups_max_per_day_check CHECK ((max_per_day > 0)),
  CONSTRAINT auto_topups_max_per_month_check CHECK ((max_per_month > 0))
);
CREATE INDEX auto_topups_organization ON public.auto_topups USING btree (organization_id) WHERE is_enabled;

CREATE TABLE contact_claims (
  organization_id text NOT NULL,
  person_id numeric(20,0) NOT NULL,
  kind text NOT NULL,
  request_id text NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  CONSTRAINT contact_claims_pkey PRIMARY KEY (organization_id, person_id, kind),
  CONSTRAINT contact_claims_kind_check CHECK ((kind = ANY (ARRAY['work_email'::text, 'personal_email'::text, 'phone'::text])))
);
CREATE INDEX contact_claims_age ON public.contact_claims USING btree (claimed_at);

CREATE TABLE contact_reads (
  organization_id text NOT NULL,
  person_id numeric(20,0) NOT NULL,
  kind text NOT NULL,
  request_id text NOT NULL,
  paid_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  refunded_at timestamp with time zone,
  CONSTRAINT contact_reads_pkey PRIMARY KEY (organization_id, person_id, kind, request_id),
  CONSTRAINT contact_reads_kind_check CHECK ((kind = ANY (ARRAY['work_email'::text, 'personal_email'::text, 'phone'::text])))
);
CREATE INDEX contact_reads_age ON public.contact_reads USING btree (paid_at);
CREATE INDEX contact_reads_unchecked ON public.contact_reads USING btree (checked_at NULLS FIRST) WHERE ((refunded_at IS NULL) AND (kind <> 'phone'::text));

CREATE TABLE corpus_commit_log (
  kind text NOT NULL,
  number integer NOT NULL,
  published_at timestamp with time zone NOT NULL DEFAULT now(),
  rows bigint NOT NULL,
  superseded bigint NOT NULL,
  source text NOT NULL,
  first_entity_id bigint,
  CONSTRAINT corpus_commit_log_pkey PRIMARY KEY (kind, number)
);
CREATE INDEX corpus_commit_log_published ON public.corpus_commit_log USING btree (kind, published_at);

CREATE TABLE corpus_commits (
  kind text NOT NULL,
  published integer NOT NULL DEFAULT 0,
  last_number integer NOT NULL DEFAULT 0,
  pending integer,
  superseded bigint NOT NULL DEFAULT 0,
  hot_until timestamp with time zone NOT NULL DEFAULT '1970-01-01 00:00:00+00'::timestamp with time zone,
  next_entity_id bigint NOT NULL DEFAULT 1,
  compacted_to integer NOT NULL DEFAULT 0,
  search_index integer NOT NULL DEFAULT 1,
  compacting boolean NOT NULL DEFAULT false,
  versions bigint NOT NULL DEFAULT 0,
  identifier_index integer NOT NULL DEFAULT 0,
  index_build integer NOT NULL DEFAULT 0,
  line_rules text NOT NULL DEFAULT ''::text,
  CONSTRAINT corpus_commits_pkey PRIMARY KEY (kind),
  CONSTRAINT corpus_commits_check CHECK ((published <= last_number)),
  CONSTRAINT corpus_commits_check1 CHECK (((pending IS NULL) OR (pending = last_number))),
  CONSTRAINT corpus_commits_kind_check CHECK ((kind ~ '^[a-z]+(_[a-z]+)*$'::text))
);

CREATE TABLE corpus_confirmations (
  kind text NOT NULL,
  id bigint NOT NULL,
  source text NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  confidence real NOT NULL,
  members text[] NOT NULL,
  seen_at timestamp with time zone[] NOT NULL DEFAULT '{}'::timestamp with time zone[],
  seen_sets integer[] NOT NULL DEFAULT '{}'::integer[],
  CONSTRAINT corpus_confirmations_pkey PRIMARY KEY (kind, id, source)
);

CREATE TABLE corpus_contested (
  kind text NOT NULL,
  source text NOT NULL,
  token bigint NOT NULL,
  CONSTRAINT corpus_contested_pkey PRIMARY KEY (kind, source, token)
);

CREATE TABLE corpus_dictionaries (
  kind text NOT NULL,
  number smallint NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT corpus_dictionaries_pkey PRIMARY KEY (kind, number)
);

CREATE TABLE corpus_identifiers_accounts (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_accounts_dead_idx ON public.corpus_identifiers_accounts USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_accounts_digest_rank_idx ON public.corpus_identifiers_accounts USING btree (digest, rank);

CREATE TABLE corpus_identifiers_comments (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_comments_dead_idx ON public.corpus_identifiers_comments USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_comments_digest_rank_idx ON public.corpus_identifiers_comments USING btree (digest, rank);

CREATE TABLE corpus_identifiers_companies (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_companies_dead_idx ON public.corpus_identifiers_companies USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_companies_digest_rank_idx ON public.corpus_identifiers_companies USING btree (digest, rank);

CREATE TABLE corpus_identifiers_flights (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_flights_dead_idx ON public.corpus_identifiers_flights USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_flights_digest_rank_idx ON public.corpus_identifiers_flights USING btree (digest, rank);

CREATE TABLE corpus_identifiers_hotels (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_hotels_dead_idx ON public.corpus_identifiers_hotels USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_hotels_digest_rank_idx ON public.corpus_identifiers_hotels USING btree (digest, rank);

CREATE TABLE corpus_identifiers_instruments (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_instruments_dead_idx ON public.corpus_identifiers_instruments USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_instruments_digest_rank_idx ON public.corpus_identifiers_instruments USING btree (digest, rank);

CREATE TABLE corpus_identifiers_listings (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_listings_dead_idx ON public.corpus_identifiers_listings USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_listings_digest_rank_idx ON public.corpus_identifiers_listings USING btree (digest, rank);

CREATE TABLE corpus_identifiers_news (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_news_dead_idx ON public.corpus_identifiers_news USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_news_digest_rank_idx ON public.corpus_identifiers_news USING btree (digest, rank);

CREATE TABLE corpus_identifiers_people (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_people_dead_idx ON public.corpus_identifiers_people USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_people_digest_rank_idx ON public.corpus_identifiers_people USING btree (digest, rank);

CREATE TABLE corpus_identifiers_places (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_places_dead_idx ON public.corpus_identifiers_places USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_places_digest_rank_idx ON public.corpus_identifiers_places USING btree (digest, rank);

CREATE TABLE corpus_identifiers_postings (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_postings_dead_idx ON public.corpus_identifiers_postings USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_postings_digest_rank_idx ON public.corpus_identifiers_postings USING btree (digest, rank);

CREATE TABLE corpus_identifiers_posts (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_posts_dead_idx ON public.corpus_identifiers_posts USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_posts_digest_rank_idx ON public.corpus_identifiers_posts USING btree (digest, rank);

CREATE TABLE corpus_identifiers_reactions (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_reactions_dead_idx ON public.corpus_identifiers_reactions USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_reactions_digest_rank_idx ON public.corpus_identifiers_reactions USING btree (digest, rank);

CREATE TABLE corpus_identifiers_replies (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_replies_dead_idx ON public.corpus_identifiers_replies USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_replies_digest_rank_idx ON public.corpus_identifiers_replies USING btree (digest, rank);

CREATE TABLE corpus_identifiers_uploads (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
CREATE INDEX corpus_identifiers_uploads_dead_idx ON public.corpus_identifiers_uploads USING btree (dead) WHERE (dead IS NOT NULL);
CREATE INDEX corpus_identifiers_uploads_digest_rank_idx ON public.corpus_identifiers_uploads USING btree (digest, rank);

CREATE TABLE corpus_line_members (
  kind text NOT NULL,
  number integer NOT NULL,
  members text[] NOT NULL,
  CONSTRAINT corpus_line_members_pkey PRIMARY KEY (kind, number)
);

CREATE UNLOGGED TABLE corpus_lines_accounts (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_accounts_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_accounts_id_idx ON public.corpus_lines_accounts USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_comments (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_comments_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_comments_id_idx ON public.corpus_lines_comments USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_companies (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_companies_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_companies_id_idx ON public.corpus_lines_companies USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_flights (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_flights_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_flights_id_idx ON public.corpus_lines_flights USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_hotels (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_hotels_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_hotels_id_idx ON public.corpus_lines_hotels USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_instruments (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_instruments_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_instruments_id_idx ON public.corpus_lines_instruments USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_listings (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_listings_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_listings_id_idx ON public.corpus_lines_listings USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_news (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_news_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_news_id_idx ON public.corpus_lines_news USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_people (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_people_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_people_id_idx ON public.corpus_lines_people USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_places (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_places_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_places_id_idx ON public.corpus_lines_places USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_postings (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_postings_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_postings_id_idx ON public.corpus_lines_postings USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_posts (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_posts_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_posts_id_idx ON public.corpus_lines_posts USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_reactions (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_reactions_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_reactions_id_idx ON public.corpus_lines_reactions USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_replies (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_replies_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_replies_id_idx ON public.corpus_lines_replies USING btree (id);

CREATE UNLOGGED TABLE corpus_lines_uploads (
  digest uuid NOT NULL,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamp with time zone NOT NULL,
  CONSTRAINT corpus_lines_uploads_pkey PRIMARY KEY (digest)
);
CREATE INDEX corpus_lines_uploads_id_idx ON public.corpus_lines_uploads USING btree (id);

CREATE TABLE corpus_merges (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  commit_number integer NOT NULL,
  made_at timestamp with time zone NOT NULL DEFAULT now(),
  actor text NOT NULL,
  entity_id bigint NOT NULL,
  merged_id bigint,
  score real NOT NULL,
  evidence jsonb NOT NULL,
  changes jsonb NOT NULL,
  undone_commit integer,
  undone_by text,
  undone_at timestamp with time zone,
  links_pending boolean NOT NULL DEFAULT false,
  named text[],
  CONSTRAINT corpus_merges_pkey PRIMARY KEY (id)
);
CREATE INDEX corpus_merges_entity ON public.corpus_merges USING btree (kind, entity_id);
CREATE INDEX corpus_merges_links_pending ON public.corpus_merges USING btree (id) WHERE links_pending;
CREATE INDEX corpus_merges_merged ON public.corpus_merges USING btree (kind, merged_id) WHERE (merged_id IS NOT NULL);
CREATE INDEX corpus_merges_named ON public.corpus_merges USING gin (named);
CREATE INDEX corpus_merges_unnamed ON public.corpus_merges USING btree (id) WHERE (named IS NULL);

CREATE TABLE corpus_moves (
  kind text NOT NULL,
  last_rank bigint NOT NULL DEFAULT 0,
  last_id bigint NOT NULL DEFAULT 0,
  last_born integer NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  resumed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  resumed_done bigint NOT NULL DEFAULT 0,
  CONSTRAINT corpus_moves_pkey PRIMARY KEY (kind)
);

CREATE TABLE corpus_name_words (
  word integer NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT corpus_name_words_pkey PRIMARY KEY (word),
  CONSTRAINT corpus_name_words_number_key UNIQUE (number)
);

CREATE TABLE corpus_rebuilds (
  kind text NOT NULL,
  index_version integer NOT NULL,
  index_build integer NOT NULL,
  last_id bigint NOT NULL DEFAULT 0,
  last_born integer NOT NULL DEFAULT 0,
  pass_from integer NOT NULL DEFAULT 0,
  pass_to integer NOT NULL DEFAULT 0,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  resumed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  resumed_done bigint NOT NULL DEFAULT 0,
  CONSTRAINT corpus_rebuilds_pkey PRIMARY KEY (kind)
);

CREATE TABLE corpus_records_accounts (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_accounts_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_accounts_born_idx ON public.corpus_records_accounts USING brin (born);
CREATE INDEX corpus_records_accounts_dead_idx ON public.corpus_records_accounts USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_comments (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_comments_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_comments_born_idx ON public.corpus_records_comments USING brin (born);
CREATE INDEX corpus_records_comments_dead_idx ON public.corpus_records_comments USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_companies (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_companies_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_companies_born_idx ON public.corpus_records_companies USING brin (born);
CREATE INDEX corpus_records_companies_dead_idx ON public.corpus_records_companies USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_flights (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_flights_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_flights_born_idx ON public.corpus_records_flights USING brin (born);
CREATE INDEX corpus_records_flights_dead_idx ON public.corpus_records_flights USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_hotels (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_hotels_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_hotels_born_idx ON public.corpus_records_hotels USING brin (born);
CREATE INDEX corpus_records_hotels_dead_idx ON public.corpus_records_hotels USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_instruments (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_instruments_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_instruments_born_idx ON public.corpus_records_instruments USING brin (born);
CREATE INDEX corpus_records_instruments_dead_idx ON public.corpus_records_instruments USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_listings (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_listings_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_listings_born_idx ON public.corpus_records_listings USING brin (born);
CREATE INDEX corpus_records_listings_dead_idx ON public.corpus_records_listings USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_news (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_news_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_news_born_idx ON public.corpus_records_news USING brin (born);
CREATE INDEX corpus_records_news_dead_idx ON public.corpus_records_news USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_people (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_people_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_people_born_idx ON public.corpus_records_people USING brin (born);
CREATE INDEX corpus_records_people_dead_idx ON public.corpus_records_people USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_places (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_places_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_places_born_idx ON public.corpus_records_places USING brin (born);
CREATE INDEX corpus_records_places_dead_idx ON public.corpus_records_places USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_postings (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_postings_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_postings_born_idx ON public.corpus_records_postings USING brin (born);
CREATE INDEX corpus_records_postings_dead_idx ON public.corpus_records_postings USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_posts (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_posts_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_posts_born_idx ON public.corpus_records_posts USING brin (born);
CREATE INDEX corpus_records_posts_dead_idx ON public.corpus_records_posts USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_reactions (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_reactions_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_reactions_born_idx ON public.corpus_records_reactions USING brin (born);
CREATE INDEX corpus_records_reactions_dead_idx ON public.corpus_records_reactions USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_replies (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_replies_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_replies_born_idx ON public.corpus_records_replies USING brin (born);
CREATE INDEX corpus_records_replies_dead_idx ON public.corpus_records_replies USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_records_uploads (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT corpus_records_uploads_pkey PRIMARY KEY (id, born)
);
CREATE INDEX corpus_records_uploads_born_idx ON public.corpus_records_uploads USING brin (born);
CREATE INDEX corpus_records_uploads_dead_idx ON public.corpus_records_uploads USING btree (dead) WHERE (dead IS NOT NULL);

CREATE TABLE corpus_sample_chunks (
  world text NOT NULL,
  kind text NOT NULL,
  first_index bigint NOT NULL,
  last_index bigint NOT NULL,
  commit_number integer NOT NULL,
  retired boolean NOT NULL DEFAULT false,
  first_entity_id bigint,
  CONSTRAINT corpus_sample_chunks_pkey PRIMARY KEY (kind, commit_number)
);

CREATE TABLE corpus_snapshots_accounts (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_accounts_id_observed_at_idx ON public.corpus_snapshots_accounts USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_comments (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_comments_id_observed_at_idx ON public.corpus_snapshots_comments USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_companies (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_companies_id_observed_at_idx ON public.corpus_snapshots_companies USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_flights (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_flights_id_observed_at_idx ON public.corpus_snapshots_flights USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_hotels (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_hotels_id_observed_at_idx ON public.corpus_snapshots_hotels USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_instruments (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_instruments_id_observed_at_idx ON public.corpus_snapshots_instruments USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_listings (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_listings_id_observed_at_idx ON public.corpus_snapshots_listings USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_news (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_news_id_observed_at_idx ON public.corpus_snapshots_news USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_people (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_people_id_observed_at_idx ON public.corpus_snapshots_people USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_places (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_places_id_observed_at_idx ON public.corpus_snapshots_places USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_postings (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_postings_id_observed_at_idx ON public.corpus_snapshots_postings USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_posts (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_posts_id_observed_at_idx ON public.corpus_snapshots_posts USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_reactions (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_reactions_id_observed_at_idx ON public.corpus_snapshots_reactions USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_replies (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_replies_id_observed_at_idx ON public.corpus_snapshots_replies USING btree (id, observed_at);

CREATE TABLE corpus_snapshots_uploads (
  id bigint NOT NULL,
  observed_at timestamp with time zone NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  shown_since integer
);
CREATE INDEX corpus_snapshots_uploads_id_observed_at_idx ON public.corpus_snapshots_uploads USING btree (id, observed_at);

CREATE TABLE corpus_stale_counts (
  kind text NOT NULL,
  id bigint NOT NULL,
  marked bigint NOT NULL,
  CONSTRAINT corpus_stale_counts_pkey PRIMARY KEY (kind, id)
);

CREATE TABLE credit_alerts (
  organization_id text NOT NULL,
  level text NOT NULL,
  raised_at timestamp with time zone NOT NULL,
  CONSTRAINT credit_alerts_pkey PRIMARY KEY (organization_id, level),
  CONSTRAINT credit_alerts_level_check CHECK ((level = ANY (ARRAY['500'::text, '10%'::text, 'none'::text])))
);

CREATE TABLE credit_purchases (
  id text NOT NULL,
  organization_id text NOT NULL,
  subscription_id text NOT NULL,
  credits bigint NOT NULL,
  price_minor bigint NOT NULL,
  currency text NOT NULL,
  origin text NOT NULL,
  processor text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  idempotency_key text,
  reference text,
  failure text,
  request_id text NOT NULL,
  key_id text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT credit_purchases_pkey PRIMARY KEY (id),
  CONSTRAINT credit_purchases_credits_check CHECK ((credits > 0)),
  CONSTRAINT credit_purchases_origin_check CHECK ((origin = ANY (ARRAY['manual'::text, 'auto-topup'::text]))),
  CONSTRAINT credit_purchases_price_minor_check CHECK ((price_minor >= 0)),
  CONSTRAINT credit_purchases_settled CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
  CONSTRAINT credit_purchases_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX credit_purchases_key ON public.credit_purchases USING btree (organization_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX credit_purchases_pending ON public.credit_purchases USING btree (created_at) WHERE (state = 'pending'::text);
CREATE INDEX credit_purchases_reference ON public.credit_purchases USING btree (reference) WHERE (reference IS NOT NULL);
CREATE INDEX credit_purchases_subscription ON public.credit_purchases USING btree (organization_id, subscription_id, created_at);

CREATE TABLE enrich_found (
  job_id text NOT NULL,
  entity bigint NOT NULL,
  CONSTRAINT enrich_found_pkey PRIMARY KEY (job_id, entity)
);

CREATE TABLE entity_set_members (
  organization_id text NOT NULL,
  set_id text NOT NULL,
  token text NOT NULL,
  version bigint NOT NULL,
  is_member boolean NOT NULL,
  digest bigint NOT NULL,
  domain_digest bigint,
  CONSTRAINT entity_set_members_pkey PRIMARY KEY (organization_id, set_id, token, version)
);
CREATE INDEX entity_set_members_digest ON public.entity_set_members USING btree (organization_id, set_id, digest, version);
CREATE INDEX entity_set_members_domain ON public.entity_set_members USING btree (organization_id, set_id, domain_digest, version) WHERE (domain_digest IS NOT NULL);
CREATE INDEX entity_set_members_left ON public.entity_set_members USING btree (organization_id, set_id) WHERE (NOT is_member);

CREATE TABLE entity_sets (
  organization_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  everywhere boolean NOT NULL DEFAULT false,
  dropped_at timestamp with time zone,
  CONSTRAINT entity_sets_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT entity_sets_kind_check CHECK ((kind = ANY (ARRAY['companies'::text, 'people'::text])))
);
CREATE INDEX entity_sets_dropped ON public.entity_sets USING btree (dropped_at) WHERE (dropped_at IS NOT NULL);
CREATE INDEX entity_sets_everywhere ON public.entity_sets USING btree (organization_id) WHERE (everywhere AND (dropped_at IS NULL));

CREATE TABLE events (
  id text NOT NULL,
  organization_id text NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  number bigint GENERATED ALWAYS AS IDENTITY,
  created_at timestamp with time zone NOT NULL,
  is_test boolean NOT NULL DEFAULT false,
  CONSTRAINT events_pkey PRIMARY KEY (id),
  CONSTRAINT events_number_key UNIQUE (number)
);
CREATE INDEX events_age ON public.events USING btree (created_at);
CREATE INDEX events_feed ON public.events USING btree (organization_id, number);

CREATE TABLE exclusion_identifiers (
  list_id text NOT NULL,
  token text NOT NULL,
  entry text NOT NULL,
  CONSTRAINT exclusion_identifiers_pkey PRIMARY KEY (list_id, token, entry)
);
CREATE INDEX exclusion_identifiers_entry ON public.exclusion_identifiers USING btree (list_id, entry);

CREATE TABLE export_parts (
  export_id text NOT NULL,
  number integer NOT NULL,
  rows integer NOT NULL,
  bytes bigint NOT NULL,
  blob_id text,
  "position" text,
  people json NOT NULL,
  CONSTRAINT export_parts_pkey PRIMARY KEY (export_id, number),
  CONSTRAINT export_parts_number_check CHECK ((number >= 0))
);

CREATE TABLE export_quotas (
  organization_id text NOT NULL,
  month date NOT NULL,
  rows bigint NOT NULL,
  CONSTRAINT export_quotas_pkey PRIMARY KEY (organization_id, month),
  CONSTRAINT export_quotas_rows_check CHECK ((rows >= 0))
);
CREATE INDEX export_quotas_month ON public.export_quotas USING btree (month);

CREATE TABLE exports (
  id text NOT NULL,
  organization_id text NOT NULL,
  kind text NOT NULL,
  task_id text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  most_rows integer NOT NULL,
  month date NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  blob_id text,
  forgets integer NOT NULL DEFAULT 0,
  is_withdrawn boolean NOT NULL DEFAULT false,
  is_closed boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  mail_to text,
  is_in_parts boolean NOT NULL DEFAULT false,
  CONSTRAINT exports_pkey PRIMARY KEY (id),
  CONSTRAINT exports_most_rows_check CHECK ((most_rows >= 0))
);
CREATE INDEX exports_age ON public.exports USING btree (created_at);
CREATE INDEX exports_files ON public.exports USING btree (expires_at) WHERE (blob_id IS NOT NULL);
CREATE INDEX exports_open ON public.exports USING btree (created_at) WHERE (NOT is_closed);
CREATE INDEX exports_unsent ON public.exports USING btree (finished_at) WHERE (mail_to IS NOT NULL);

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL,
  request_id text NOT NULL,
  instance_id text NOT NULL,
  boot_id text NOT NULL,
  lease_expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  status integer,
  body bytea,
  credits_charged bigint,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, key),
  CONSTRAINT idempotency_keys_answer CHECK (((state = 'done'::text) = ((status IS NOT NULL) AND (body IS NOT NULL) AND (credits_charged IS NOT NULL)))),
  CONSTRAINT idempotency_keys_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at);
CREATE INDEX idempotency_keys_running ON public.idempotency_keys USING btree (instance_id) WHERE (state = 'running'::text);

CREATE TABLE job_change_movements (
  organization_id text NOT NULL,
  list_id text NOT NULL,
  profile_id text NOT NULL,
  commit integer NOT NULL,
  scan_id text NOT NULL,
  movement text NOT NULL,
  discovered_at timestamp with time zone NOT NULL,
  details jsonb NOT NULL,
  CONSTRAINT job_change_movements_pkey PRIMARY KEY (organization_id, list_id, profile_id, commit),
  CONSTRAINT job_change_movements_movement_check CHECK ((movement = ANY (ARRAY['promoted'::text, 'lateral-move'::text, 'new-role'::text, 'changed'::text])))
);

CREATE TABLE job_change_profiles (
  organization_id text NOT NULL,
  list_id text NOT NULL,
  id text NOT NULL,
  identifier text NOT NULL,
  pnet_url text NOT NULL,
  entity_id bigint,
  since_commit integer,
  added_at timestamp with time zone NOT NULL,
  CONSTRAINT job_change_profiles_pkey PRIMARY KEY (organization_id, list_id, id)
);
CREATE INDEX job_change_profiles_unknown ON public.job_change_profiles USING btree (list_id, id) WHERE (entity_id IS NULL);

CREATE TABLE job_change_scans (
  organization_id text NOT NULL,
  id text NOT NULL,
  list_id text NOT NULL,
  status text NOT NULL,
  task_id text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  commit integer,
  movements jsonb,
  charged bigint NOT NULL DEFAULT 0,
  CONSTRAINT job_change_scans_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT job_change_scans_check CHECK (((status = 'COMPLETED'::text) = (commit IS NOT NULL))),
  CONSTRAINT job_change_scans_status_check CHECK ((status = ANY (ARRAY['NOT_STARTED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'REJECTED_NO_FUNDS'::text])))
);
CREATE INDEX job_change_scans_of ON public.job_change_scans USING btree (list_id, id);
CREATE UNIQUE INDEX job_change_scans_unfinished ON public.job_change_scans USING btree (list_id) WHERE (status = ANY (ARRAY['NOT_STARTED'::text, 'PROCESSING'::text]));

CREATE TABLE job_items (
  job_id text NOT NULL,
  "position" integer NOT NULL,
  input json NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  output json,
  charged bigint NOT NULL DEFAULT 0,
  CONSTRAINT job_items_pkey PRIMARY KEY (job_id, "position"),
  CONSTRAINT job_items_charged_check CHECK ((charged >= 0)),
  CONSTRAINT job_items_position_check CHECK (("position" >= 0)),
  CONSTRAINT job_items_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'empty'::text, 'failed'::text])))
);

CREATE TABLE jobs (
  id text NOT NULL,
  kind text NOT NULL,
  organization_id text NOT NULL,
  key_id text,
  request_id text NOT NULL,
  operation_id text NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  params json NOT NULL,
  hold_id text,
  unit_prices jsonb NOT NULL,
  held bigint NOT NULL DEFAULT 0,
  charged bigint NOT NULL DEFAULT 0,
  total integer,
  delivered integer NOT NULL DEFAULT 0,
  empty integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  runs_without_progress integer NOT NULL DEFAULT 0,
  result json,
  error text,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT jobs_pkey PRIMARY KEY (id),
  CONSTRAINT jobs_check CHECK (((charged >= 0) AND (charged <= held))),
  CONSTRAINT jobs_counts CHECK ((((delivered + empty) + failed) <= COALESCE(total, 0))),
  CONSTRAINT jobs_finished CHECK (((finished_at IS NULL) = (state = ANY (ARRAY['queued'::text, 'running'::text])))),
  CONSTRAINT jobs_held_check CHECK ((held >= 0)),
  CONSTRAINT jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text, 'canceled'::text]))),
  CONSTRAINT jobs_total_check CHECK ((total >= 0))
);
CREATE INDEX jobs_expiry ON public.jobs USING btree (expires_at);
CREATE INDEX jobs_open ON public.jobs USING btree (created_at) WHERE (finished_at IS NULL);
CREATE INDEX jobs_organization ON public.jobs USING btree (organization_id, created_at);

CREATE TABLE ledger_holds (
  id text NOT NULL,
  organization_id text NOT NULL,
  subscription_id text NOT NULL,
  key_id text,
  request_id text NOT NULL,
  operation_id text NOT NULL,
  amount bigint NOT NULL,
  charged bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'held'::text,
  unit_prices jsonb NOT NULL,
  instance_id text NOT NULL,
  boot_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  span_of text,
  CONSTRAINT ledger_holds_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_holds_amount_check CHECK ((amount > 0)),
  CONSTRAINT ledger_holds_check CHECK (((charged >= 0) AND (charged <= amount))),
  CONSTRAINT ledger_holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'settled'::text, 'released'::text, 'expired'::text])))
);
CREATE INDEX ledger_holds_closed ON public.ledger_holds USING btree (closed_at) WHERE (state <> 'held'::text);
CREATE INDEX ledger_holds_open ON public.ledger_holds USING btree (expires_at) WHERE (state = 'held'::text);
CREATE INDEX ledger_holds_spans ON public.ledger_holds USING btree (span_of) WHERE (span_of IS NOT NULL);

CREATE TABLE ledger_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL,
  debit_account text NOT NULL,
  credit_account text NOT NULL,
  amount bigint NOT NULL,
  kind text NOT NULL,
  request_id text NOT NULL,
  operation_id text,
  key_id text,
  hold_id text,
  lines jsonb,
  note text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transfers_amount_check CHECK ((amount > 0)),
  CONSTRAINT ledger_transfers_request_id_check CHECK ((request_id <> ''::text)),
  CONSTRAINT ledger_transfers_route CHECK ((((kind = ANY (ARRAY['grant'::text, 'purchase'::text])) AND (debit_account = 'issued'::text) AND (credit_account = 'available'::text)) OR ((kind = 'hold'::text) AND (debit_account = 'available'::text) AND (credit_account = 'held'::text)) OR ((kind = 'capture'::text) AND (debit_account = 'held'::text) AND (credit_account = 'spent'::text)) OR ((kind = ANY (ARRAY['release'::text, 'expire'::text])) AND (debit_account = 'held'::text) AND (credit_account = 'available'::text)) OR ((kind = 'refund'::text) AND (debit_account = 'spent'::text) AND (credit_account = 'available'::text)) OR ((kind = ANY (ARRAY['revoke'::text, 'lapse'::text])) AND (debit_account = 'available'::text) AND (credit_account = 'issued'::text))))
);
CREATE INDEX ledger_transfers_organization ON public.ledger_transfers USING btree (organization_id, id);
CREATE INDEX ledger_transfers_request ON public.ledger_transfers USING btree (request_id);
CREATE INDEX ledger_transfers_time ON public.ledger_transfers USING btree (organization_id, created_at);

CREATE TABLE list_activity (
  list bigint NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  action text NOT NULL,
  detail jsonb NOT NULL,
  by text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT list_activity_pkey PRIMARY KEY (list, number)
);

CREATE TABLE list_members (
  list bigint NOT NULL,
  kind text NOT NULL,
  number bigint NOT NULL,
  is_entity boolean NOT NULL,
  key text NOT NULL,
  label text,
  added_by text NOT NULL,
  joined_in bigint NOT NULL,
  left_in bigint,
  is_return boolean NOT NULL,
  name text NOT NULL GENERATED ALWAYS AS ((((((list)::text || '/'::text) || kind) ||
CASE
    WHEN is_entity THEN '#'::text
    ELSE ':'::text
END) || key)) STORED,
  CONSTRAINT list_members_pkey PRIMARY KEY (list, kind, number),
  CONSTRAINT list_members_name UNIQUE NULLS NOT DISTINCT (name, left_in),
  CONSTRAINT list_members_check CHECK ((left_in > joined_in)),
  CONSTRAINT list_members_key_check CHECK (((length(key) >= 1) AND (length(key) <= 500)))
);
CREATE INDEX list_members_left ON public.list_members USING btree (list, kind, left_in, number) WHERE (left_in IS NOT NULL);
CREATE INDEX list_members_now ON public.list_members USING btree (list, kind, number) WHERE (left_in IS NULL);
CREATE INDEX list_members_unresolved ON public.list_members USING btree (list, kind, number) WHERE (NOT is_entity);

CREATE TABLE list_searches (
  list bigint NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  params json,
  by text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT list_searches_pkey PRIMARY KEY (list, number)
);

CREATE TABLE list_versions (
  list bigint NOT NULL,
  version bigint NOT NULL,
  cause text NOT NULL,
  last_number bigint NOT NULL,
  search bigint,
  movements jsonb NOT NULL,
  by text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT list_versions_pkey PRIMARY KEY (list, version),
  CONSTRAINT list_versions_cause_check CHECK ((cause = ANY (ARRAY['add'::text, 'remove'::text, 'rebuild'::text])))
);

CREATE TABLE lists (
  id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  organization_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  name_is_own boolean NOT NULL,
  settings jsonb NOT NULL,
  state text NOT NULL,
  revision bigint NOT NULL DEFAULT 1,
  version bigint NOT NULL DEFAULT 0,
  last_number bigint NOT NULL DEFAULT 0,
  counts jsonb NOT NULL DEFAULT '{}'::jsonb,
  search bigint,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  archived_at timestamp with time zone,
  CONSTRAINT lists_pkey PRIMARY KEY (id),
  CONSTRAINT lists_number_key UNIQUE (number)
);
CREATE INDEX lists_all ON public.lists USING btree (organization_id, kind, id);
CREATE INDEX lists_live ON public.lists USING btree (organization_id, kind, id) WHERE (archived_at IS NULL);
CREATE UNIQUE INDEX lists_name ON public.lists USING btree (organization_id, kind, name) WHERE (name_is_own AND (archived_at IS NULL));

CREATE TABLE oauth_records (
  model text NOT NULL,
  id bytea NOT NULL,
  payload bytea NOT NULL,
  grant_id bytea,
  uid bytea,
  client_id bytea,
  consumed_at timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT oauth_records_pkey PRIMARY KEY (model, id)
);
CREATE INDEX oauth_records_expired ON public.oauth_records USING btree (expires_at);
CREATE INDEX oauth_records_grant ON public.oauth_records USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oauth_records_uid ON public.oauth_records USING btree (uid) WHERE (uid IS NOT NULL);

CREATE TABLE organization_members (
  email text NOT NULL,
  organization_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT organization_members_pkey PRIMARY KEY (email)
);
CREATE INDEX organization_members_organization ON public.organization_members USING btree (organization_id);

CREATE TABLE organizations (
  id text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  sandbox_of text,
  age_search boolean NOT NULL DEFAULT true,
  archived_at timestamp with time zone,
  CONSTRAINT organizations_pkey PRIMARY KEY (id),
  CONSTRAINT organizations_sandbox_of_key UNIQUE (sandbox_of),
  CONSTRAINT organizations_name_check CHECK ((name <> ''::text))
);

CREATE TABLE payment_cards (
  organization_id text NOT NULL,
  processor text NOT NULL,
  customer_id text NOT NULL,
  payment_method_id text,
  brand text,
  last4 text,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT payment_cards_pkey PRIMARY KEY (organization_id)
);

CREATE TABLE price_tiers (
  organization_id text NOT NULL,
  price_key text NOT NULL,
  from_units bigint NOT NULL,
  unit_price bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT price_tiers_pkey PRIMARY KEY (organization_id, price_key, from_units),
  CONSTRAINT price_tiers_from_units_check CHECK ((from_units > 0)),
  CONSTRAINT price_tiers_unit_price_check CHECK ((unit_price >= 0))
);

CREATE TABLE price_volumes (
  organization_id text NOT NULL,
  price_key text NOT NULL,
  month date NOT NULL,
  units bigint NOT NULL,
  CONSTRAINT price_volumes_pkey PRIMARY KEY (organization_id, price_key, month),
  CONSTRAINT price_volumes_units_check CHECK ((units >= 0))
) WITH (fillfactor=50);

CREATE TABLE prices (
  organization_id text NOT NULL,
  price_key text NOT NULL,
  unit_price bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT prices_pkey PRIMARY KEY (organization_id, price_key),
  CONSTRAINT prices_unit_price_check CHECK ((unit_price >= 0))
);

CREATE TABLE rate_limit_overrides (
  organization_id text NOT NULL,
  operation_id text NOT NULL,
  max_requests integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limit_overrides_pkey PRIMARY KEY (organization_id, operation_id),
  CONSTRAINT rate_limit_overrides_max_requests_check CHECK ((max_requests > 0))
);

CREATE UNLOGGED TABLE rate_limit_processes (
  id text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  is_sharing boolean NOT NULL,
  CONSTRAINT rate_limit_processes_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE rate_limit_windows (
  name text NOT NULL,
  newest bigint NOT NULL,
  counts integer[] NOT NULL,
  CONSTRAINT rate_limit_windows_pkey PRIMARY KEY (name)
) WITH (fillfactor=50);

CREATE TABLE sandbox_clocks (
  organization_id text NOT NULL,
  ahead_ms bigint NOT NULL,
  CONSTRAINT sandbox_clocks_pkey PRIMARY KEY (organization_id),
  CONSTRAINT sandbox_clocks_ahead_ms_check CHECK ((ahead_ms >= 0))
);

CREATE TABLE saved_search_runs (
  id text NOT NULL,
  organization_id text NOT NULL,
  saved_search_id text NOT NULL,
  status text NOT NULL,
  execution_mode text NOT NULL,
  task_id text NOT NULL,
  search bigint,
  started_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  version bigint,
  movements jsonb,
  charged bigint NOT NULL DEFAULT 0,
  CONSTRAINT saved_search_runs_pkey PRIMARY KEY (id),
  CONSTRAINT saved_search_runs_check CHECK (((status = 'COMPLETED'::text) = (version IS NOT NULL))),
  CONSTRAINT saved_search_runs_execution_mode_check CHECK ((execution_mode = ANY (ARRAY['manually_triggered'::text, 'automatically_triggered'::text]))),
  CONSTRAINT saved_search_runs_status_check CHECK ((status = ANY (ARRAY['NOT_STARTED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'REJECTED_NO_FUNDS'::text])))
);
CREATE INDEX saved_search_runs_of ON public.saved_search_runs USING btree (saved_search_id, id);
CREATE UNIQUE INDEX saved_search_runs_unfinished ON public.saved_search_runs USING btree (saved_search_id) WHERE (status = ANY (ARRAY['NOT_STARTED'::text, 'PROCESSING'::text]));

CREATE TABLE schedule_runs (
  schedule_id text NOT NULL,
  slot_at timestamp with time zone NOT NULL,
  outcome text NOT NULL,
  reason text,
  task_id text,
  ran_at timestamp with time zone NOT NULL,
  CONSTRAINT schedule_runs_pkey PRIMARY KEY (schedule_id, slot_at),
  CONSTRAINT schedule_runs_outcome_check CHECK ((outcome = ANY (ARRAY['started'::text, 'done'::text, 'skipped'::text, 'unpaid'::text, 'failed'::text])))
);
CREATE INDEX schedule_runs_age ON public.schedule_runs USING btree (ran_at);

CREATE TABLE schedules (
  id text NOT NULL,
  organization_id text,
  kind text NOT NULL,
  subject_id text NOT NULL,
  cron text,
  every_days integer,
  counted_from timestamp with time zone NOT NULL,
  next_slot_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  paused_at timestamp with time zone,
  last_slot_at timestamp with time zone,
  last_outcome text,
  last_reason text,
  last_task_id text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT schedules_pkey PRIMARY KEY (id),
  CONSTRAINT schedules_subject UNIQUE (kind, subject_id),
  CONSTRAINT schedules_every_days_check CHECK (((every_days >= 1) AND (every_days <= 366))),
  CONSTRAINT schedules_rule CHECK (((cron IS NULL) <> (every_days IS NULL)))
);
CREATE INDEX schedules_due ON public.schedules USING btree (due_at) WHERE (paused_at IS NULL);
CREATE INDEX schedules_organization ON public.schedules USING btree (organization_id);

CREATE TABLE schema_migrations (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (number)
);

CREATE TABLE sign_up_codes (
  id text NOT NULL,
  address_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries_left integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT sign_up_codes_pkey PRIMARY KEY (id),
  CONSTRAINT sign_up_codes_tries_left_check CHECK ((tries_left >= 0))
);
CREATE INDEX sign_up_codes_address ON public.sign_up_codes USING btree (address_hash, created_at DESC);
CREATE INDEX sign_up_codes_age ON public.sign_up_codes USING btree (created_at);

CREATE TABLE site_icons (
  domain text NOT NULL,
  blob_id text,
  media_type text,
  fetched_at timestamp with time zone NOT NULL,
  CONSTRAINT site_icons_pkey PRIMARY KEY (domain),
  CONSTRAINT site_icons_file CHECK (((blob_id IS NULL) = (media_type IS NULL)))
);
CREATE INDEX site_icons_blob ON public.site_icons USING btree (blob_id);

CREATE TABLE source_answers (
  key bytea NOT NULL,
  source text NOT NULL,
  capability text NOT NULL,
  answer bytea,
  asked_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT source_answers_pkey PRIMARY KEY (key),
  CONSTRAINT source_answers_check CHECK ((expires_at > asked_at))
);
CREATE INDEX source_answers_expires ON public.source_answers USING btree (expires_at);

CREATE TABLE subscription_balances (
  subscription_id text NOT NULL,
  organization_id text NOT NULL,
  available bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  spent bigint NOT NULL DEFAULT 0,
  issued bigint NOT NULL DEFAULT 0,
  CONSTRAINT subscription_balances_pkey PRIMARY KEY (subscription_id),
  CONSTRAINT subscription_balances_never_negative CHECK (((available >= 0) AND (held >= 0) AND (spent >= 0))),
  CONSTRAINT subscription_balances_sum CHECK ((issued = ((available + held) + spent)))
) WITH (fillfactor=50);
CREATE INDEX subscription_balances_organization ON public.subscription_balances USING btree (organization_id);

CREATE TABLE subscriptions (
  id text NOT NULL,
  organization_id text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  allocation bigint NOT NULL,
  period_started_at timestamp with time zone NOT NULL,
  period_resets_at timestamp with time zone NOT NULL,
  grace_days integer NOT NULL DEFAULT 14,
  spent_before_period bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  auto_reset boolean NOT NULL DEFAULT false,
  period_allocation bigint NOT NULL DEFAULT 0,
  period_anchor timestamp with time zone NOT NULL,
  export_rows integer,
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_allocation_check CHECK ((allocation >= 0)),
  CONSTRAINT subscriptions_check CHECK ((period_resets_at > period_started_at)),
  CONSTRAINT subscriptions_export_rows_check CHECK ((export_rows >= 0)),
  CONSTRAINT subscriptions_grace_days_check CHECK ((grace_days >= 0)),
  CONSTRAINT subscriptions_period_allocation_check CHECK ((period_allocation >= 0)),
  CONSTRAINT subscriptions_spent_before_period_check CHECK ((spent_before_period >= 0)),
  CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])))
);
CREATE INDEX subscriptions_due ON public.subscriptions USING btree (period_resets_at) WHERE (auto_reset AND (status = 'active'::text));
CREATE INDEX subscriptions_organization ON public.subscriptions USING btree (organization_id);

CREATE TABLE suppressed_identifiers (
  digest bytea NOT NULL,
  suppression_id text NOT NULL,
  sort text NOT NULL,
  CONSTRAINT suppressed_identifiers_pkey PRIMARY KEY (digest, suppression_id),
  CONSTRAINT suppressed_identifiers_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT suppressed_identifiers_sort_check CHECK ((sort = ANY (ARRAY['email'::text, 'phone'::text, 'profile'::text, 'other'::text])))
);
CREATE INDEX suppressed_identifiers_of ON public.suppressed_identifiers USING btree (suppression_id);

CREATE TABLE suppressions (
  id text NOT NULL,
  reason text NOT NULL,
  note text,
  people integer NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT suppressions_pkey PRIMARY KEY (id),
  CONSTRAINT suppressions_reason_check CHECK ((reason = ANY (ARRAY['erasure'::text, 'objection'::text, 'do-not-sell'::text, 'other'::text])))
);

CREATE TABLE tracker_filter_answers (
  list_id text NOT NULL,
  rule_id text NOT NULL,
  entity_id text NOT NULL,
  matches boolean NOT NULL,
  run_id text NOT NULL,
  CONSTRAINT tracker_filter_answers_pkey PRIMARY KEY (list_id, rule_id, entity_id)
);

CREATE TABLE tracker_runs (
  id text NOT NULL,
  organization_id text NOT NULL,
  list_id text NOT NULL,
  status text NOT NULL,
  task_id text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  version bigint,
  commits jsonb NOT NULL,
  compares_with text,
  entities bigint NOT NULL DEFAULT 0,
  checked bigint NOT NULL DEFAULT 0,
  signals bigint NOT NULL DEFAULT 0,
  charged bigint NOT NULL DEFAULT 0,
  live jsonb,
  CONSTRAINT tracker_runs_pkey PRIMARY KEY (id),
  CONSTRAINT tracker_runs_status_check CHECK ((status = ANY (ARRAY['NOT_STARTED'::text, 'PROCESSING'::text, 'COMPLETED'::text, 'FAILED'::text, 'REJECTED_NO_FUNDS'::text])))
);
CREATE INDEX tracker_runs_completed ON public.tracker_runs USING btree (list_id, id) WHERE (status = 'COMPLETED'::text);
CREATE UNIQUE INDEX tracker_runs_unfinished ON public.tracker_runs USING btree (list_id) WHERE (status = ANY (ARRAY['NOT_STARTED'::text, 'PROCESSING'::text]));

CREATE TABLE tracker_signals (
  organization_id text NOT NULL,
  list_id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL,
  rule_id text NOT NULL,
  entity_id text,
  change_key text NOT NULL,
  is_dummy boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  signal jsonb NOT NULL,
  CONSTRAINT tracker_signals_pkey PRIMARY KEY (organization_id, list_id, number)
);
CREATE INDEX tracker_signals_of_entity ON public.tracker_signals USING btree (list_id, rule_id, entity_id, created_at);
CREATE UNIQUE INDEX tracker_signals_id ON public.tracker_signals USING btree (id);
CREATE UNIQUE INDEX tracker_signals_number ON public.tracker_signals USING btree (number);
CREATE UNIQUE INDEX tracker_signals_once ON public.tracker_signals USING btree (list_id, rule_id, entity_id, change_key);

CREATE TABLE uploads (
  organization_id text NOT NULL,
  blob_id text NOT NULL,
  bytes bigint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT uploads_pkey PRIMARY KEY (organization_id, blob_id)
);
CREATE INDEX uploads_expiry ON public.uploads USING btree (expires_at);

CREATE TABLE webhook_attempts (
  number bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id text NOT NULL,
  at timestamp with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  request_headers jsonb,
  response_headers jsonb,
  failed_step text,
  resolved_to text[],
  detail text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (number),
  CONSTRAINT webhook_attempts_failed_step_check CHECK ((failed_step = ANY (ARRAY['name'::text, 'connection'::text, 'tls'::text, 'status'::text, 'body'::text])))
);
CREATE INDEX webhook_attempts_delivery ON public.webhook_attempts USING btree (delivery_id);

CREATE TABLE webhook_deliveries (
  id text NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  ordering_key text,
  place bigint NOT NULL DEFAULT 0,
  mail_id text,
  event_group text,
  list_id text,
  is_asked_for boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (endpoint_id, next_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (endpoint_id, created_at);
CREATE INDEX webhook_deliveries_order ON public.webhook_deliveries USING btree (endpoint_id, ordering_key, place) WHERE ((state = 'pending'::text) AND (ordering_key IS NOT NULL));
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (next_at) WHERE (state = 'pending'::text);

CREATE TABLE webhook_endpoints (
  id text NOT NULL,
  organization_id text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL DEFAULT '{}'::text[],
  secret bytea NOT NULL,
  disabled_reason text,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  list_ids text[] NOT NULL DEFAULT '{}'::text[],
  is_ordered boolean NOT NULL DEFAULT true,
  concurrency integer NOT NULL DEFAULT 4,
  updated_at timestamp with time zone NOT NULL,
  kind text NOT NULL DEFAULT 'http'::text,
  digest text,
  digest_hour integer,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_concurrency_check CHECK (((concurrency >= 1) AND (concurrency <= 16))),
  CONSTRAINT webhook_endpoints_digest CHECK (((kind = 'mail'::text) = ((digest IS NOT NULL) AND (digest_hour IS NOT NULL)))),
  CONSTRAINT webhook_endpoints_digest_check CHECK ((digest = ANY (ARRAY['daily'::text, 'weekly'::text]))),
  CONSTRAINT webhook_endpoints_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  CONSTRAINT webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['asked'::text, 'gone'::text, 'failing'::text]))),
  CONSTRAINT webhook_endpoints_kind_check CHECK ((kind = ANY (ARRAY['http'::text, 'slack'::text, 'teams'::text, 'mail'::text])))
);
CREATE INDEX webhook_endpoints_organization ON public.webhook_endpoints USING btree (organization_id);

CREATE TABLE webhook_former_secrets (
  endpoint_id text NOT NULL,
  secret bytea NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT webhook_former_secrets_pkey PRIMARY KEY (endpoint_id, secret)
);

CREATE TABLE webhook_mails (
  id text NOT NULL,
  address bytea NOT NULL,
  endpoint_id text NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  taken_at timestamp with time zone,
  CONSTRAINT webhook_mails_pkey PRIMARY KEY (id, address)
);
CREATE INDEX webhook_mails_endpoint ON public.webhook_mails USING btree (endpoint_id, begun_at);

ALTER TABLE api_key_usage ADD CONSTRAINT api_key_usage_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id);
ALTER TABLE api_keys ADD CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE auto_topups ADD CONSTRAINT auto_topups_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
ALTER TABLE corpus_commit_log ADD CONSTRAINT corpus_commit_log_kind_fkey FOREIGN KEY (kind) REFERENCES corpus_commits(kind);
ALTER TABLE corpus_merges ADD CONSTRAINT corpus_merges_kind_fkey FOREIGN KEY (kind) REFERENCES corpus_commits(kind);
ALTER TABLE corpus_sample_chunks ADD CONSTRAINT corpus_sample_chunks_kind_fkey FOREIGN KEY (kind) REFERENCES corpus_commits(kind);
ALTER TABLE credit_alerts ADD CONSTRAINT credit_alerts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE credit_purchases ADD CONSTRAINT credit_purchases_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
ALTER TABLE enrich_found ADD CONSTRAINT enrich_found_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
ALTER TABLE export_parts ADD CONSTRAINT export_parts_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id) ON DELETE CASCADE;
ALTER TABLE job_change_movements ADD CONSTRAINT job_change_movements_organization_id_list_id_profile_id_fkey FOREIGN KEY (organization_id, list_id, profile_id) REFERENCES job_change_profiles(organization_id, list_id, id) ON DELETE CASCADE;
ALTER TABLE job_items ADD CONSTRAINT job_items_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
ALTER TABLE ledger_holds ADD CONSTRAINT ledger_holds_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscription_balances(subscription_id);
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscription_balances(subscription_id);
ALTER TABLE list_activity ADD CONSTRAINT list_activity_list_fkey FOREIGN KEY (list) REFERENCES lists(number) ON DELETE CASCADE;
ALTER TABLE list_searches ADD CONSTRAINT list_searches_list_fkey FOREIGN KEY (list) REFERENCES lists(number) ON DELETE CASCADE;
ALTER TABLE list_versions ADD CONSTRAINT list_versions_list_fkey FOREIGN KEY (list) REFERENCES lists(number) ON DELETE CASCADE;
ALTER TABLE organization_members ADD CONSTRAINT organization_members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE organizations ADD CONSTRAINT organizations_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES organizations(id);
ALTER TABLE payment_cards ADD CONSTRAINT payment_cards_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE price_tiers ADD CONSTRAINT price_tiers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE prices ADD CONSTRAINT prices_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE rate_limit_overrides ADD CONSTRAINT rate_limit_overrides_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE sandbox_clocks ADD CONSTRAINT sandbox_clocks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE schedule_runs ADD CONSTRAINT schedule_runs_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE;
ALTER TABLE schedules ADD CONSTRAINT schedules_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE subscription_balances ADD CONSTRAINT subscription_balances_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE subscription_balances ADD CONSTRAINT subscription_balances_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
ALTER TABLE subscriptions ADD CONSTRAINT subscriptions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
ALTER TABLE suppressed_identifiers ADD CONSTRAINT suppressed_identifiers_suppression_id_fkey FOREIGN KEY (suppression_id) REFERENCES suppressions(id) ON DELETE CASCADE;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE webhook_former_secrets ADD CONSTRAINT webhook_former_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
ALTER TABLE webhook_mails ADD CONSTRAINT webhook_mails_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION public.audit_entries_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'audit_entries is append-only: % refused', TG_OP USING ERRCODE = 'object_not_in_prerequisite_state';
END $function$;

CREATE OR REPLACE FUNCTION public.contact_claim(p_organization_id text, p_request_id text, p_person_ids numeric[], p_kinds text[], p_since timestamp with time zone, p_now timestamp with time zone, p_record boolean)
 RETURNS TABLE(person text, contact text, state text)
 LANGUAGE plpgsql
AS $function$
DECLARE
  open_ids numeric[];
  open_kinds text[];
  own_ids numeric[];
  own_kinds text[];
  inserted bigint;
BEGIN
  SELECT array_agg(w.person_id ORDER BY w.person_id, w.kind), array_agg(w.kind ORDER BY w.person_id, w.kind)
  INTO open_ids, open_kinds
  FROM unnest(p_person_ids, p_kinds) AS w (person_id, kind)
  WHERE NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since);

  IF open_ids IS NOT NULL THEN
    -- In one order, so that two requests for the same people cannot wait for each other.
    INSERT INTO contact_claims (organization_id, person_id, kind, request_id, claimed_at)
    SELECT p_organization_id, w.person_id, w.kind, p_request_id, p_now
    FROM unnest(open_ids, open_kinds) WITH ORDINALITY AS w (person_id, kind, place) ORDER BY w.place
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS inserted = ROW_COUNT;

    IF inserted = cardinality(open_ids) THEN
      -- Nobody else has claimed any of them, so nobody else has paid or is about to: claims outlive what they pay for.
      own_ids := open_ids;
      own_kinds := open_kinds;
    ELSE
      -- From here on every statement sees what the requests it has waited for committed: a hold is older than its claims.
      PERFORM FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
      CROSS JOIN LATERAL (
        SELECT FROM contact_claims c
        WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
          AND c.request_id <> p_request_id
        FOR UPDATE) c;
      -- Paid and open are asked in one statement: a charge changes both at once.
      IF EXISTS (
        SELECT FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
        CROSS JOIN LATERAL (
          SELECT c.request_id FROM contact_claims c
          WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind OFFSET 0) c
        WHERE c.request_id <> p_request_id AND contact_is_open(c.request_id)
          AND NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since)
      ) THEN
        -- Nothing is kept while waiting, so that no two requests wait for each other.
        DELETE FROM contact_claims c WHERE c.ctid = ANY (ARRAY(
          SELECT c.ctid FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
          CROSS JOIN LATERAL (
            SELECT c.ctid FROM contact_claims c
            WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
              AND c.request_id = p_request_id OFFSET 0) c));
        RETURN QUERY SELECT NULL::text, NULL::text, 'pending';
        RETURN;
      END IF;
      -- Locked above: nobody moves or changes them meanwhile.
      UPDATE contact_claims c SET request_id = p_request_id, claimed_at = p_now WHERE c.ctid = ANY (ARRAY(
        SELECT c.ctid FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
        CROSS JOIN LATERAL (
          SELECT c.ctid FROM contact_claims c
          WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
            AND c.request_id <> p_request_id OFFSET 0) c
        WHERE NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since)));
      SELECT array_agg(w.person_id), array_agg(w.kind) INTO own_ids, own_kinds
      FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
      CROSS JOIN LATERAL (
        SELECT FROM contact_claims c
        WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
          AND c.request_id = p_request_id OFFSET 0) c;
    END IF;
    IF p_record THEN
      INSERT INTO contact_reads (organization_id, person_id, kind, request_id, paid_at)
      SELECT p_organization_id, w.person_id, w.kind, p_request_id, p_now
      FROM unnest(own_ids, own_kinds) AS w (person_id, kind)
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;

  RETURN QUERY SELECT w.person_id::text, w.kind, 'paid'
  FROM unnest(p_person_ids, p_kinds) AS w (person_id, kind)
  WHERE NOT EXISTS (
    SELECT FROM unnest(own_ids, own_kinds) AS o (person_id, kind) WHERE o.person_id = w.person_id AND o.kind = w.kind);
END $function$;

CREATE OR REPLACE FUNCTION public.contact_is_open(p_request_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM ledger_transfers t JOIN ledger_holds h ON h.id = t.hold_id
    WHERE t.request_id = p_request_id AND t.kind = 'hold' AND h.state = 'held')
$function$;

CREATE OR REPLACE FUNCTION public.contact_is_paid(p_organization_id text, p_person_id numeric, p_kind text, p_since timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT EXISTS (
    SELECT FROM contact_reads r
    WHERE r.organization_id = p_organization_id AND r.person_id = p_person_id AND r.kind = p_kind AND r.paid_at > p_since
      AND 0 < (
        SELECT COALESCE(sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END), 0)
        FROM ledger_transfers t WHERE t.request_id = r.request_id AND t.organization_id = r.organization_id))
$function$;

CREATE OR REPLACE FUNCTION public.corpus_add_kind(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM corpus_add_tables(kind);
  INSERT INTO corpus_commits (kind) VALUES (kind);
END
$function$;

CREATE OR REPLACE FUNCTION public.corpus_add_kind_0038(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM corpus_add_kind_tables(kind);
  PERFORM corpus_index_commits(kind);
END
$function$;

CREATE OR REPLACE FUNCTION public.corpus_add_kind_before_lines(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.corpus_add_kind_tables(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM corpus_add_kind_before_lines(kind);
  PERFORM corpus_add_lines(kind);
END
$function$;

CREATE OR REPLACE FUNCTION public.corpus_add_lines(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('CREATE UNLOGGED TABLE %I (
    digest uuid PRIMARY KEY,
    id bigint NOT NULL,
    born integer NOT NULL,
    said integer,
    observed_at timestamptz NOT NULL)', 'corpus_lines_' || kind);
  EXECUTE format('CREATE INDEX ON %I (id)', 'corpus_lines_' || kind);
END
$function$;

CREATE OR REPLACE FUNCTION public.corpus_add_tables(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM corpus_add_kind_0038(kind);
  EXECUTE format('ALTER TABLE %I ADD COLUMN shown_since integer', 'corpus_snapshots_' || kind);
END
$function$;

CREATE OR REPLACE FUNCTION public.corpus_index_commits(kind text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('CREATE INDEX ON %I USING brin (born)', 'corpus_records_' || kind);
END
$function$;

CREATE OR REPLACE FUNCTION public.entity_set_digests()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  employer text := CASE
    WHEN starts_with(NEW.token, 'dom:') THEN substr(NEW.token, 5)
    WHEN starts_with(NEW.token, 'slug:') THEN '/' || substr(NEW.token, 6)
  END;
BEGIN
  NEW.digest := ('x' || substr(encode(sha256(convert_to(NEW.token, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
  NEW.domain_digest := ('x' || substr(encode(sha256(convert_to(employer, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION public.events_after(p_organization_id text, p_number bigint, p_transaction xid8, p_limit integer)
 RETURNS TABLE(id text, type text, data text, number bigint, created_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
DECLARE
  newest bigint;
  settled bigint;
BEGIN
  SELECT last_value INTO newest FROM events_number_seq;
  -- A key has the lowest 31 bits of its number: how far below `newest` it is, or above, where it was taken since.
  SELECT newest - COALESCE(max(away.below) FILTER (WHERE away.below < 1073741824), 0) INTO settled
  FROM (
    SELECT ((newest & 2147483647) - l.objid::bigint) & 2147483647 AS below FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = hashtext('almanac.events')::oid
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
  ) away;
  IF p_transaction IS NULL THEN
    RETURN QUERY
    SELECT e.id, e.type, e.data::text, e.number, e.created_at FROM events e
    WHERE e.organization_id = p_organization_id AND e.number > p_number AND e.number <= settled AND NOT e.is_test
    ORDER BY e.number LIMIT p_limit;
  ELSE
    -- Positions of earlier versions were in the order of transactions.
    RETURN QUERY
    SELECT e.id, e.type, e.data::text, e.number, e.created_at FROM events e
    WHERE e.organization_id = p_organization_id AND e.number <= settled AND NOT e.is_test
      AND (e.number > p_number OR e.written_by > p_transaction)
    ORDER BY e.number LIMIT p_limit;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.events_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  below bigint;
BEGIN
  IF COALESCE(current_setting('almanac.tells_events', true), '') = '' THEN
    SELECT last_value INTO below FROM events_number_seq;
    PERFORM pg_advisory_xact_lock_shared(hashtext('almanac.events'), (below & 2147483647)::integer);
    PERFORM set_config('almanac.tells_events', 'yes', true);
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_capture(p_hold_id text, p_charge bigint, p_lines jsonb, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  part record;
  room bigint := 0;
  missing bigint := p_charge;
  take bigint;
BEGIN
  FOR part IN
    SELECT l.state, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE
  LOOP
    IF part.state <> 'held' THEN
      RETURN 'gone';
    END IF;
    room := room + part.room;
  END LOOP;
  IF NOT FOUND THEN
    RETURN 'gone';
  ELSIF p_charge <= 0 OR p_charge > room THEN
    RETURN 'above-hold';
  END IF;
  -- All balances before the key's usage: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT * FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id
  LOOP
    take := LEAST(missing, part.amount - part.charged);
    CONTINUE WHEN take = 0;
    UPDATE ledger_holds l SET charged = part.charged + take WHERE l.id = part.id;
    UPDATE subscription_balances b SET held = b.held - take, spent = b.spent + take
    WHERE b.subscription_id = part.subscription_id;
    UPDATE api_key_usage u SET held = u.held - take, used = u.used + take WHERE u.key_id = part.key_id;
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, lines, created_at)
    VALUES (part.organization_id, part.subscription_id, 'held', 'spent', take, 'capture',
      part.request_id, part.operation_id, part.key_id, part.id,
      -- What was bought is told once.
      CASE WHEN missing = p_charge THEN p_lines END, p_now);
    missing := missing - take;
  END LOOP;
  RETURN 'captured';
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_charge(p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text, p_want bigint, p_charge bigint, p_lines jsonb, p_unit_prices jsonb, p_instance_id text, p_boot_id text, p_now timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS TABLE(outcome text, available bigint, allocation bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  seen record;
  paid record;
  h record;
BEGIN
  IF p_charge > 0 AND p_charge <= p_want THEN
    -- Seen without a lock: what is changed below is looked at again there.
    SELECT count(*) AS usable, min(b.subscription_id) AS subscription_id, min(b.available) AS available,
      min(s.spent_before_period) AS spent_before,
      (SELECT u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want
        FROM api_key_usage u WHERE u.key_id = p_key_id) AS key_has_room
    INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);

    IF seen.usable = 1 AND seen.available >= p_want AND seen.key_has_room THEN
      UPDATE subscription_balances b SET available = b.available - p_charge, spent = b.spent + p_charge
      WHERE b.subscription_id = seen.subscription_id AND b.available >= p_want
      RETURNING b.available, b.issued INTO paid;
      IF FOUND THEN
        UPDATE api_key_usage u SET used = u.used + p_charge
        WHERE u.key_id = p_key_id AND (u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want);
        IF FOUND THEN
          INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount, charged,
            state, unit_prices, instance_id, boot_id, created_at, expires_at, closed_at)
          VALUES (p_hold_id, p_organization_id, seen.subscription_id, p_key_id, p_request_id, p_operation_id, p_want,
            p_charge, 'settled', p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at, p_now);
          INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
            request_id, operation_id, key_id, hold_id, lines, created_at)
          SELECT p_organization_id, seen.subscription_id, entry.source, entry.target, entry.moved, entry.kind,
            p_request_id, p_operation_id, p_key_id, p_hold_id, entry.bought, p_now
          FROM (VALUES
            (1, 'available', 'held', p_want, 'hold', NULL::jsonb),
            (2, 'held', 'spent', p_charge, 'capture', p_lines),
            (3, 'held', 'available', p_want - p_charge, 'release', NULL)
          ) AS entry (step, source, target, moved, kind, bought)
          WHERE entry.moved > 0 ORDER BY entry.step;
          RETURN QUERY SELECT 'closed', paid.available, paid.issued - seen.spent_before;
          RETURN;
        END IF;
        -- Another request took the key's room since it was seen. The balance stays locked by this transaction.
        UPDATE subscription_balances b SET available = b.available + p_charge, spent = b.spent - p_charge
        WHERE b.subscription_id = seen.subscription_id;
      END IF;
    END IF;
  END IF;

  SELECT * INTO h FROM ledger_hold(p_hold_id, p_organization_id, p_key_id, p_request_id, p_operation_id,
    p_want, p_want, p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
  IF h.outcome <> 'held' THEN
    RETURN QUERY SELECT h.outcome, h.available, h.allocation;
    RETURN;
  END IF;
  RETURN QUERY SELECT s.outcome, s.available, s.allocation
    FROM ledger_settle(p_hold_id, p_organization_id, p_charge, p_lines, p_now) s;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_close_hold(p_hold_id text, p_charge bigint, p_lines jsonb, p_state text, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, held_amount bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  h record;
  room bigint;
  rest bigint;
BEGIN
  SELECT * INTO h FROM ledger_holds l WHERE l.id = p_hold_id FOR NO KEY UPDATE;
  IF NOT FOUND OR h.state <> 'held' THEN
    RETURN QUERY SELECT 'gone', 0::bigint;
    RETURN;
  END IF;
  room := h.amount - h.charged;
  IF p_charge < 0 OR p_charge > room THEN
    RETURN QUERY SELECT 'above-hold', room;
    RETURN;
  END IF;

  rest := room - p_charge;
  UPDATE ledger_holds l SET charged = h.charged + p_charge, closed_at = p_now,
    state = CASE WHEN h.charged + p_charge > 0 THEN 'settled' ELSE p_state END
  WHERE l.id = p_hold_id;
  UPDATE subscription_balances b
  SET held = b.held - room, spent = b.spent + p_charge, available = b.available + rest
  WHERE b.subscription_id = h.subscription_id;
  UPDATE api_key_usage u SET held = u.held - room, used = u.used + p_charge WHERE u.key_id = h.key_id;

  INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
    request_id, operation_id, key_id, hold_id, lines, created_at)
  SELECT h.organization_id, h.subscription_id, 'held', entry.account, entry.moved, entry.kind,
    h.request_id, h.operation_id, h.key_id, h.id, entry.bought, p_now
  FROM (VALUES
    (1, 'spent', p_charge, 'capture', p_lines),
    (2, 'available', rest, CASE WHEN p_state = 'expired' THEN 'expire' ELSE 'release' END, NULL::jsonb)
  ) AS entry (place, account, moved, kind, bought)
  WHERE entry.moved > 0
  ORDER BY entry.place;
  RETURN QUERY SELECT 'closed', rest;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_close_parts(p_hold_id text, p_charge bigint, p_lines jsonb, p_state text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  part record;
  room bigint := 0;
  missing bigint := p_charge;
  take bigint;
BEGIN
  FOR part IN
    SELECT l.id, l.state, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE
  LOOP
    IF part.state <> 'held' THEN
      RETURN 'gone';
    END IF;
    room := room + part.room;
  END LOOP;
  IF p_charge < 0 OR p_charge > room THEN
    RETURN 'above-hold';
  END IF;
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT l.id, l.amount - l.charged AS room FROM ledger_holds l
    WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id
  LOOP
    take := LEAST(missing, part.room);
    -- What was bought is told once, with the first part.
    PERFORM ledger_close_hold(part.id, take, CASE WHEN part.id = p_hold_id THEN p_lines END, p_state, p_now);
    missing := missing - take;
  END LOOP;
  RETURN 'closed';
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold(p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text, p_want bigint, p_least bigint, p_unit_prices jsonb, p_instance_id text, p_boot_id text, p_now timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS TABLE(outcome text, amount bigint, available bigint, allocation bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  seen record;
  first record;
  total bigint;
BEGIN
  SELECT count(*) AS usable, min(b.subscription_id) AS subscription_id, COALESCE(sum(b.available), 0)::bigint AS total,
    COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint AS total_credit,
    (SELECT u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want
      FROM api_key_usage u WHERE u.key_id = p_key_id) AS key_has_room
  INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
  WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);

  -- Seen without a lock: who is not likely to be served here leaves before anything is locked or written.
  IF seen.total >= p_want AND seen.key_has_room THEN
    IF seen.usable = 1 THEN
      first := seen;
    ELSE
      -- All balance rows are locked, in one fixed order, before one is drawn on. Drawn on first is what resets first.
      WITH locked AS MATERIALIZED (
        SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS credit, s.period_resets_at
        FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
        WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now)
        ORDER BY b.subscription_id
        FOR NO KEY UPDATE OF b
      )
      SELECT l.subscription_id, (sum(l.here) OVER ())::bigint AS total, (sum(l.credit) OVER ())::bigint AS total_credit
      INTO first FROM locked l ORDER BY l.here = 0, l.period_resets_at, l.subscription_id LIMIT 1;
    END IF;
    UPDATE subscription_balances b SET available = b.available - p_want, held = b.held + p_want
    WHERE b.subscription_id = first.subscription_id AND b.available >= p_want
    RETURNING b.available INTO total;
    IF FOUND THEN
      UPDATE api_key_usage u SET held = u.held + p_want
      WHERE u.key_id = p_key_id AND (u.max_credits IS NULL OR u.max_credits - u.used - u.held >= p_want);
      IF FOUND THEN
        INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount,
          unit_prices, instance_id, boot_id, created_at, expires_at)
        VALUES (p_hold_id, p_organization_id, first.subscription_id, p_key_id, p_request_id, p_operation_id, p_want,
          p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
        INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
          request_id, operation_id, key_id, hold_id, created_at)
        VALUES (p_organization_id, first.subscription_id, 'available', 'held', p_want, 'hold',
          p_request_id, p_operation_id, p_key_id, p_hold_id, p_now);
        RETURN QUERY SELECT 'held', p_want,
          CASE WHEN seen.usable = 1 THEN total ELSE first.total - p_want END, first.total_credit;
        RETURN;
      END IF;
      -- Another request took the key's room since it was seen. The balance stays locked by this transaction.
      UPDATE subscription_balances b SET available = b.available + p_want, held = b.held - p_want
      WHERE b.subscription_id = first.subscription_id;
    END IF;
  END IF;
  RETURN QUERY SELECT h.* FROM ledger_hold_over_all(p_hold_id, p_organization_id, p_key_id, p_request_id,
    p_operation_id, p_want, p_least, p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at) h;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold_for_job(p_hold_id text, p_organization_id text, p_subscription_id text, p_request_id text, p_operation_id text, p_want bigint, p_unit_prices jsonb, p_now timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS TABLE(outcome text, available bigint, allocation bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  one record;
  missing bigint;
  take bigint;
  total bigint;
  total_credit bigint;
  place integer := 0;
  part_id text;
BEGIN
  FOR one IN
    WITH locked AS MATERIALIZED (
      SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS credit, s.period_resets_at
      FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now)
        AND (p_subscription_id IS NULL OR b.subscription_id = p_subscription_id)
      ORDER BY b.subscription_id
      FOR NO KEY UPDATE OF b
    )
    SELECT l.subscription_id, l.here, (sum(l.here) OVER ())::bigint AS total,
      (sum(l.credit) OVER ())::bigint AS total_credit
    FROM locked l ORDER BY l.period_resets_at, l.subscription_id
  LOOP
    IF missing IS NULL THEN
      IF one.total < p_want THEN
        RETURN QUERY SELECT 'out-of-credits', one.total, one.total_credit;
        RETURN;
      END IF;
      missing := p_want;
      total := one.total - p_want;
      total_credit := one.total_credit;
    END IF;
    EXIT WHEN missing = 0;
    take := LEAST(missing, one.here);
    CONTINUE WHEN take = 0;
    place := place + 1;
    part_id := CASE WHEN place = 1 THEN p_hold_id ELSE p_hold_id || '/' || place END;
    UPDATE subscription_balances b SET available = b.available - take, held = b.held + take
    WHERE b.subscription_id = one.subscription_id;
    INSERT INTO ledger_holds (id, span_of, organization_id, subscription_id, request_id, operation_id, amount,
      unit_prices, instance_id, boot_id, created_at, expires_at)
    VALUES (part_id, CASE WHEN place > 1 THEN p_hold_id END, p_organization_id, one.subscription_id,
      p_request_id, p_operation_id, take, p_unit_prices, 'job', 'job', p_now, p_expires_at);
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, hold_id, created_at)
    VALUES (p_organization_id, one.subscription_id, 'available', 'held', take, 'hold',
      p_request_id, p_operation_id, part_id, p_now);
    missing := missing - take;
  END LOOP;
  IF missing IS NULL THEN
    RETURN QUERY SELECT CASE WHEN EXISTS (SELECT FROM subscription_balances b WHERE b.organization_id = p_organization_id)
      THEN 'restricted' ELSE 'out-of-credits' END, 0::bigint, 0::bigint;
    RETURN;
  END IF;
  RETURN QUERY SELECT 'held', total, total_credit;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_hold_over_all(p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text, p_want bigint, p_least bigint, p_unit_prices jsonb, p_instance_id text, p_boot_id text, p_now timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS TABLE(outcome text, amount bigint, available bigint, allocation bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  seen record;
  one record;
  room bigint;
  take bigint;
  missing bigint;
  total bigint;
  total_credit bigint;
  place integer := 0;
  part_id text;
BEGIN
  -- Refusals come in floods (an empty balance and a client that retries): they neither lock nor write.
  SELECT count(*) AS usable, COALESCE(sum(b.available), 0)::bigint AS total,
    COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint AS total_credit
  INTO seen FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
  WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
  IF seen.usable = 0 OR seen.total < p_least THEN
    RETURN QUERY SELECT CASE WHEN seen.usable = 0
        AND EXISTS (SELECT FROM subscription_balances b WHERE b.organization_id = p_organization_id)
      THEN 'restricted' ELSE 'out-of-credits' END, 0::bigint, seen.total, seen.total_credit;
    RETURN;
  END IF;

  -- All balance rows are locked, in one fixed order, before one is drawn on: no deadlock, no lost choice.
  -- Drawn on first is what resets first.
  FOR one IN
    WITH locked AS MATERIALIZED (
      SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS period_credit, s.period_resets_at
      FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now)
      ORDER BY b.subscription_id
      FOR NO KEY UPDATE OF b
    )
    SELECT l.subscription_id, l.here, (sum(l.here) OVER ())::bigint AS total,
      (sum(l.period_credit) OVER ())::bigint AS total_credit
    FROM locked l ORDER BY l.period_resets_at, l.subscription_id
  LOOP
    IF missing IS NULL THEN
      total := one.total;
      total_credit := one.total_credit;
      EXIT WHEN total < p_least;
      SELECT u.max_credits - u.used - u.held INTO STRICT room FROM api_key_usage u
      WHERE u.key_id = p_key_id FOR NO KEY UPDATE;
      IF room < p_least THEN
        RETURN QUERY SELECT 'key-credit-limit-reached', 0::bigint, total, total_credit;
        RETURN;
      END IF;
      -- LEAST ignores a NULL room: a key without a limit.
      missing := LEAST(p_want, total, room);
      UPDATE api_key_usage u SET held = u.held + missing WHERE u.key_id = p_key_id;
      total := total - missing;
      amount := missing;
    END IF;
    EXIT WHEN missing = 0;
    take := LEAST(missing, one.here);
    CONTINUE WHEN take = 0;
    place := place + 1;
    part_id := CASE WHEN place = 1 THEN p_hold_id ELSE p_hold_id || '/' || place END;
    UPDATE subscription_balances b SET available = b.available - take, held = b.held + take
    WHERE b.subscription_id = one.subscription_id AND b.available >= take;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'ledger: balance of % changed under its lock', one.subscription_id;
    END IF;
    INSERT INTO ledger_holds (id, span_of, organization_id, subscription_id, key_id, request_id, operation_id, amount,
      unit_prices, instance_id, boot_id, created_at, expires_at)
    VALUES (part_id, CASE WHEN place > 1 THEN p_hold_id END, p_organization_id, one.subscription_id, p_key_id,
      p_request_id, p_operation_id, take, p_unit_prices, p_instance_id, p_boot_id, p_now, p_expires_at);
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, created_at)
    VALUES (p_organization_id, one.subscription_id, 'available', 'held', take, 'hold',
      p_request_id, p_operation_id, p_key_id, part_id, p_now);
    missing := missing - take;
  END LOOP;

  IF missing IS NULL THEN
    RETURN QUERY SELECT 'out-of-credits', 0::bigint, COALESCE(total, 0), COALESCE(total_credit, 0);
    RETURN;
  END IF;
  RETURN QUERY SELECT 'held', amount, total, total_credit;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_organization_id text, p_subscription_id text, p_kind text, p_amount bigint, p_request_id text, p_refunds text, p_note text, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, reachable bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  balance record;
  period record;
  charged_key text;
  charged_at timestamptz;
  refundable bigint;
  earlier bigint := 0;
  source text;
  target text;
BEGIN
  SELECT * INTO balance FROM subscription_balances b
  WHERE b.subscription_id = p_subscription_id AND b.organization_id = p_organization_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'unknown-subscription', 0::bigint;
    RETURN;
  END IF;

  source := CASE p_kind WHEN 'refund' THEN 'spent' WHEN 'revoke' THEN 'available' WHEN 'lapse' THEN 'available' ELSE 'issued' END;
  target := CASE WHEN p_kind IN ('revoke', 'lapse') THEN 'issued' ELSE 'available' END;
  refundable := CASE source WHEN 'spent' THEN balance.spent WHEN 'available' THEN balance.available END;

  IF p_refunds IS NOT NULL THEN
    SELECT max(t.key_id), max(t.created_at) FILTER (WHERE t.kind = 'capture'),
      COALESCE(sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END), 0)
    INTO charged_key, charged_at, refundable FROM ledger_transfers t
    WHERE t.request_id = p_refunds AND t.organization_id = p_organization_id AND t.subscription_id = p_subscription_id;
  END IF;
  IF refundable < p_amount THEN
    RETURN QUERY SELECT 'short', refundable;
    RETURN;
  END IF;

  IF p_kind = 'refund' THEN
    SELECT s.period_started_at AS begun, s.spent_before_period AS spent_before INTO period
    FROM subscriptions s WHERE s.id = p_subscription_id;
    earlier := CASE
      WHEN charged_at < period.begun THEN LEAST(p_amount, period.spent_before)
      ELSE LEAST(GREATEST(p_amount - (balance.spent - period.spent_before), 0), period.spent_before)
    END;
    UPDATE subscriptions s SET spent_before_period = s.spent_before_period - earlier,
      period_allocation = GREATEST(s.period_allocation - (p_amount - earlier), 0)
    WHERE s.id = p_subscription_id;
  ELSIF p_kind = 'revoke' THEN
    UPDATE subscriptions s SET period_allocation = balance.issued - p_amount - s.spent_before_period
    WHERE s.id = p_subscription_id AND s.period_allocation > balance.issued - p_amount - s.spent_before_period;
  END IF;

  UPDATE subscription_balances b SET
    available = b.available + CASE WHEN target = 'available' THEN p_amount ELSE -p_amount END,
    spent = b.spent - CASE WHEN source = 'spent' THEN p_amount ELSE 0 END,
    issued = b.issued + CASE WHEN source = 'issued' THEN p_amount WHEN target = 'issued' THEN -p_amount ELSE 0 END
  WHERE b.subscription_id = p_subscription_id;
  -- No key unless a request is refunded. Its usage may have been reset since: then there is less to give back.
  UPDATE api_key_usage u SET used = GREATEST(u.used - p_amount, 0) WHERE u.key_id = charged_key;
  INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
    request_id, key_id, note, created_at)
  VALUES (p_organization_id, p_subscription_id, source, target, p_amount, p_kind,
    COALESCE(p_refunds, p_request_id), charged_key, p_note, p_now);
  RETURN QUERY SELECT 'posted', refundable;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_release(p_hold_id text, p_state text, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
DECLARE
  part record;
  released boolean := false;
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  -- All balances before the key's usage, which closing a part locks: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR part IN
    SELECT l.id FROM ledger_holds l WHERE (l.id = p_hold_id OR l.span_of = p_hold_id) AND l.state = 'held'
    ORDER BY l.subscription_id
  LOOP
    PERFORM ledger_close_hold(part.id, 0, NULL, p_state, p_now);
    released := true;
  END LOOP;
  RETURN released;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_release_rest(p_hold_id text, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  rest bigint;
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  SELECT COALESCE(sum(l.amount - l.charged), 0) INTO rest FROM ledger_holds l
  WHERE (l.id = p_hold_id OR l.span_of = p_hold_id) AND l.state = 'held';
  PERFORM ledger_release(p_hold_id, 'released', p_now);
  RETURN rest;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_settle(p_hold_id text, p_organization_id text, p_charge bigint, p_lines jsonb, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, available bigint, allocation bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  h record;
  result text := 'closed';
BEGIN
  -- A charge of a hold that is whole: nothing captured before, no further parts.
  UPDATE ledger_holds l SET charged = p_charge, closed_at = p_now, state = 'settled'
  WHERE l.id = p_hold_id AND l.state = 'held' AND l.charged = 0 AND l.amount >= p_charge AND p_charge > 0
    AND NOT EXISTS (SELECT FROM ledger_holds m WHERE m.span_of = p_hold_id)
  RETURNING l.organization_id, l.subscription_id, l.key_id, l.request_id, l.operation_id, l.amount INTO h;
  IF FOUND THEN
    UPDATE subscription_balances b SET held = b.held - h.amount, spent = b.spent + p_charge,
      available = b.available + h.amount - p_charge
    WHERE b.subscription_id = h.subscription_id;
    UPDATE api_key_usage u SET held = u.held - h.amount, used = u.used + p_charge WHERE u.key_id = h.key_id;
    INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
      request_id, operation_id, key_id, hold_id, lines, created_at)
    VALUES (h.organization_id, h.subscription_id, 'held', 'spent', p_charge, 'capture',
      h.request_id, h.operation_id, h.key_id, p_hold_id, p_lines, p_now);
    IF h.amount > p_charge THEN
      INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
        request_id, operation_id, key_id, hold_id, created_at)
      VALUES (h.organization_id, h.subscription_id, 'held', 'available', h.amount - p_charge, 'release',
        h.request_id, h.operation_id, h.key_id, p_hold_id, p_now);
    END IF;
  ELSIF EXISTS (SELECT FROM ledger_holds l WHERE l.span_of = p_hold_id) THEN
    result := ledger_close_parts(p_hold_id, p_charge, p_lines, 'released', p_now);
  ELSE
    SELECT c.outcome INTO result FROM ledger_close_hold(p_hold_id, p_charge, p_lines, 'released', p_now) c;
  END IF;
  RETURN QUERY
    SELECT result, COALESCE(sum(b.available), 0)::bigint, COALESCE(sum(b.issued - s.spent_before_period), 0)::bigint
    FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_start_period(p_subscription_id text, p_expected timestamp with time zone, p_renew boolean, p_starts timestamp with time zone, p_resets timestamp with time zone, p_anchor timestamp with time zone, p_request_id text, p_now timestamp with time zone)
 RETURNS TABLE(lapsed bigint, granted bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  b record;
  s record;
  kept bigint;
BEGIN
  SELECT * INTO b FROM subscription_balances x WHERE x.subscription_id = p_subscription_id FOR NO KEY UPDATE;
  SELECT * INTO s FROM subscriptions x WHERE x.id = p_subscription_id FOR NO KEY UPDATE;
  IF s IS NULL OR (p_expected IS NOT NULL
    AND NOT (s.period_resets_at = p_expected AND s.auto_reset AND s.status = 'active')) THEN
    RETURN;
  END IF;
  kept := CASE WHEN p_renew
    THEN LEAST(b.available, GREATEST(b.issued - s.spent_before_period - s.period_allocation, 0))
    ELSE b.available END;
  lapsed := b.available - kept;
  granted := CASE WHEN p_renew THEN s.allocation ELSE 0 END;
  INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
    request_id, note, created_at)
  SELECT b.organization_id, p_subscription_id, entry.source, entry.target, entry.moved, entry.kind,
    p_request_id, entry.note, p_now
  FROM (VALUES
    (1, 'available', 'issued', lapsed, 'lapse', 'end of the usage period'),
    (2, 'issued', 'available', granted, 'grant', 'start of the usage period')
  ) AS entry (place, source, target, moved, kind, note)
  WHERE entry.moved > 0 ORDER BY entry.place;
  UPDATE subscription_balances x SET available = kept + granted, issued = x.issued - lapsed + granted
  WHERE x.subscription_id = p_subscription_id;
  UPDATE subscriptions x SET period_started_at = p_starts, period_resets_at = p_resets, period_anchor = p_anchor,
    spent_before_period = b.spent, period_allocation = granted,
    status = CASE WHEN p_renew THEN 'active' ELSE x.status END
  WHERE x.id = p_subscription_id;
  RETURN NEXT;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_take_back(p_hold_id text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
DECLARE
  h record;
  did text := 'nothing';
BEGIN
  PERFORM 1 FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.id FOR NO KEY UPDATE;
  -- All balances before the key's usage, which closing a part locks: the order of every ledger function.
  PERFORM 1 FROM subscription_balances b
  WHERE b.subscription_id IN (SELECT l.subscription_id FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id)
  ORDER BY b.subscription_id FOR NO KEY UPDATE;
  FOR h IN
    SELECT * FROM ledger_holds l WHERE l.id = p_hold_id OR l.span_of = p_hold_id ORDER BY l.subscription_id
  LOOP
    IF h.state = 'held' THEN
      PERFORM ledger_close_hold(h.id, 0, NULL, 'released', p_now);
      did := 'released';
    ELSIF h.state = 'settled' THEN
      PERFORM ledger_post(h.organization_id, h.subscription_id, 'refund', h.charged, h.request_id, h.request_id,
        'the answer was lost', p_now);
      UPDATE ledger_holds l SET state = 'released', charged = 0 WHERE l.id = h.id;
      did := 'refunded';
    END IF;
  END LOOP;
  RETURN did;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_together(p_organization_id text, p_acts jsonb, p_instance_id text, p_boot_id text, p_now timestamp with time zone)
 RETURNS TABLE(place bigint, outcome text, amount bigint, available bigint, allocation bigint)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
DECLARE
  asked record;
  closing record;
  first record;
  act record;
  done record;
  is_plain boolean := false;
BEGIN
  SELECT COALESCE(sum(a.want), 0)::bigint AS want, min(a.least) AS least,
    COALESCE(array_agg(DISTINCT a."keyId") FILTER (WHERE a.want IS NOT NULL), '{}') AS key_ids,
    COALESCE(array_agg(a."holdId") FILTER (WHERE a.want IS NULL), '{}') AS closing_ids
  INTO asked FROM jsonb_to_recordset(p_acts) AS a ("holdId" text, "keyId" text, want bigint, least bigint);

  IF asked.closing_ids <> '{}' THEN
    WITH locked AS MATERIALIZED (
      SELECT l.subscription_id, l.key_id, l.state, l.charged, l.span_of FROM ledger_holds l
      WHERE l.id = ANY (asked.closing_ids) OR l.span_of = ANY (asked.closing_ids)
      ORDER BY l.id FOR NO KEY UPDATE
    )
    SELECT min(l.subscription_id) AS subscription_id, COALESCE(array_agg(l.key_id), '{}') AS key_ids,
      count(*) = cardinality(asked.closing_ids) AND min(l.subscription_id) = max(l.subscription_id)
        AND bool_and(l.state = 'held' AND l.charged = 0 AND l.span_of IS NULL) AS are_whole
    INTO closing FROM locked l;
  ELSE
    SELECT NULL::text AS subscription_id, '{}'::text[] AS key_ids, COALESCE(sum(b.available), 0) >= asked.least AS are_whole
    INTO closing FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
    WHERE b.organization_id = p_organization_id AND subscription_usable(s, p_now);
  END IF;

  -- Seen without a lock: where nobody is likely to be served nothing is locked or written.
  IF asked.closing_ids <> '{}' OR closing.are_whole THEN
    WITH locked AS MATERIALIZED (
      SELECT b.subscription_id, b.available AS here, b.issued - s.spent_before_period AS credit, s.period_resets_at,
        subscription_usable(s, p_now) AS is_usable
      FROM subscription_balances b JOIN subscriptions s ON s.id = b.subscription_id
      WHERE b.organization_id = p_organization_id
      ORDER BY b.subscription_id FOR NO KEY UPDATE OF b
    ), usable AS (
      SELECT l.*, (sum(l.here) OVER ())::bigint AS total, (sum(l.credit) OVER ())::bigint AS total_credit
      FROM locked l WHERE l.is_usable
    )
    -- The one that is drawn on, or nothing is drawn and all goes back to one.
    SELECT u.* INTO first FROM usable u WHERE asked.want > 0 OR u.subscription_id = closing.subscription_id
    ORDER BY u.here = 0, u.period_resets_at, u.subscription_id LIMIT 1;

    WITH locked AS MATERIALIZED (
      SELECT u.key_id, u.max_credits - u.used - u.held AS room FROM api_key_usage u
      WHERE u.key_id = ANY (asked.key_ids || closing.key_ids) ORDER BY u.key_id FOR NO KEY UPDATE
    ), wanted AS (
      SELECT a."keyId" AS key_id, sum(a.want) AS want
      FROM jsonb_to_recordset(p_acts) AS a ("keyId" text, want bigint) WHERE a.want IS NOT NULL GROUP BY 1
    )
    -- Enough for all of them whatever the order: then no order need be looked at.
    SELECT count(w.key_id) = cardinality(asked.key_ids)
      AND COALESCE(bool_and(w.want IS NULL OR l.room IS NULL OR l.room >= w.want), true) AND closing.are_whole AND first.here >= asked.want
      AND COALESCE(closing.subscription_id, first.subscription_id) = first.subscription_id
    INTO is_plain FROM locked l LEFT JOIN wanted w ON w.key_id = l.key_id;
  END IF;

  IF is_plain THEN
    RETURN QUERY
    WITH act AS MATERIALIZED (
      SELECT a.place, a.hold_id, a.want IS NOT NULL AS opens, a.charge IS NOT NULL AS closes,
        COALESCE(a.want, h.amount) AS held, COALESCE(a.charge, 0) AS charge, a.lines, a.unit_prices, a.expires_at,
        COALESCE(h.key_id, a.key_id) AS key_id, COALESCE(h.request_id, a.request_id) AS request_id,
        COALESCE(h.operation_id, a.operation_id) AS operation_id
      FROM ROWS FROM (jsonb_to_recordset(p_acts) AS ("holdId" text, "keyId" text, "requestId" text,
          "operationId" text, want bigint, charge bigint, lines jsonb, "unitPrices" jsonb, "expiresAt" timestamptz))
        WITH ORDINALITY AS a (hold_id, key_id, request_id, operation_id, want, charge, lines, unit_prices, expires_at, place)
        LEFT JOIN ledger_holds h ON a.want IS NULL AND h.id = a.hold_id
    ), opened AS (
      INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount, charged,
        state, unit_prices, instance_id, boot_id, created_at, expires_at, closed_at)
      SELECT a.hold_id, p_organization_id, first.subscription_id, a.key_id, a.request_id, a.operation_id, a.held,
        a.charge, CASE WHEN a.closes THEN 'settled' ELSE 'held' END, a.unit_prices, p_instance_id, p_boot_id, p_now,
        a.expires_at, CASE WHEN a.closes THEN p_now END
      FROM act a WHERE a.opens
    ), closed AS (
      UPDATE ledger_holds l SET charged = a.charge, closed_at = p_now,
        state = CASE WHEN a.charge > 0 THEN 'settled' ELSE 'released' END
      FROM act a WHERE l.id = a.hold_id AND NOT a.opens
    ), balance AS (
      UPDATE subscription_balances b SET available = b.available - m.drawn + m.freed - m.charged,
        held = b.held + m.drawn - m.freed, spent = b.spent + m.charged
      FROM (
        SELECT COALESCE(sum(a.held) FILTER (WHERE a.opens), 0)::bigint AS drawn,
          COALESCE(sum(a.held) FILTER (WHERE a.closes), 0)::bigint AS freed, sum(a.charge)::bigint AS charged
        FROM act a
      ) m WHERE b.subscription_id = first.subscription_id
    ), usage AS (
      UPDATE api_key_usage u SET held = u.held + m.held, used = u.used + m.charged
      FROM (
        SELECT a.key_id, sum(CASE WHEN a.opens THEN a.held ELSE 0 END - CASE WHEN a.closes THEN a.held ELSE 0 END)::bigint
          AS held, sum(a.charge)::bigint AS charged
        FROM act a GROUP BY a.key_id
      ) m WHERE u.key_id = m.key_id
    ), entries AS (
      INSERT INTO ledger_transfers (organization_id, subscription_id, debit_account, credit_account, amount, kind,
        request_id, operation_id, key_id, hold_id, lines, created_at)
      SELECT p_organization_id, first.subscription_id, entry.source, entry.target, entry.moved, entry.kind,
        a.request_id, a.operation_id, a.key_id, a.hold_id, entry.bought, p_now
      FROM act a CROSS JOIN LATERAL (VALUES
        (1, 'available', 'held', CASE WHEN a.opens THEN a.held ELSE 0 END, 'hold', NULL::jsonb),
        (2, 'held', 'spent', a.charge, 'capture', a.lines),
        (3, 'held', 'available', CASE WHEN a.closes THEN a.held - a.charge ELSE 0 END, 'release', NULL)
      ) AS entry (step, source, target, moved, kind, bought)
      WHERE entry.moved > 0 ORDER BY a.place, entry.step
    )
    SELECT a.place, CASE WHEN a.closes THEN 'closed' ELSE 'held' END, a.held,
      (first.total + sum(CASE WHEN a.closes THEN a.held - a.charge ELSE 0 END - CASE WHEN a.opens THEN a.held ELSE 0 END)
        OVER (ORDER BY a.place))::bigint, first.total_credit
    FROM act a;
    RETURN;
  END IF;

  -- Short of something, several subscriptions, holds in parts: one after the other, each as it would be alone.
  FOR act IN
    SELECT a.* FROM ROWS FROM (jsonb_to_recordset(p_acts) AS ("holdId" text, "keyId" text, "requestId" text,
        "operationId" text, want bigint, least bigint, charge bigint, lines jsonb, "unitPrices" jsonb,
        "expiresAt" timestamptz))
      WITH ORDINALITY AS a (hold_id, key_id, request_id, operation_id, want, least, charge, lines, unit_prices,
        expires_at, place)
    ORDER BY a.place
  LOOP
    place := act.place;
    outcome := 'held';
    IF act.want IS NOT NULL THEN
      SELECT h.* INTO done FROM ledger_hold(act.hold_id, p_organization_id, act.key_id, act.request_id,
        act.operation_id, act.want, act.least, act.unit_prices, p_instance_id, p_boot_id, p_now, act.expires_at) h;
      outcome := done.outcome;
      amount := done.amount;
    END IF;
    IF act.charge IS NOT NULL AND outcome = 'held' THEN
      SELECT s.* INTO done FROM ledger_settle(act.hold_id, p_organization_id, act.charge, act.lines, p_now) s;
      outcome := done.outcome;
    END IF;
    available := done.available;
    allocation := done.allocation;
    RETURN NEXT;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_transfers_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'ledger_transfers is append-only: % refused', TG_OP USING ERRCODE = 'object_not_in_prerequisite_state';
END $function$;

CREATE OR REPLACE FUNCTION public.ledger_void(p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text, p_want bigint, p_instance_id text, p_boot_id text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount, state,
    unit_prices, instance_id, boot_id, created_at, expires_at, closed_at)
  SELECT p_hold_id, p_organization_id, b.subscription_id, p_key_id, p_request_id, p_operation_id, p_want, 'released',
    '{}', p_instance_id, p_boot_id, p_now, p_now, p_now
  FROM subscription_balances b WHERE b.organization_id = p_organization_id ORDER BY b.subscription_id LIMIT 1
  ON CONFLICT (id) DO NOTHING;
  RETURN ledger_take_back(p_hold_id, p_now);
END $function$;

CREATE OR REPLACE FUNCTION public.rate_limit_add(p_name text, p_window_ms bigint, p_at_ms bigint[], p_now_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  width bigint := GREATEST(p_window_ms / 60, 1);
  s record;
  at_ms bigint;
  place bigint;
BEGIN
  SELECT * INTO s FROM rate_limit_slices(p_name, p_now_ms / width);
  FOREACH at_ms IN ARRAY p_at_ms LOOP
    place := GREATEST(s.newest - at_ms / width + 1, 1);
    IF place <= 61 THEN
      s.counts[place] := s.counts[place] + 1;
    END IF;
  END LOOP;
  UPDATE rate_limit_windows x SET newest = s.newest, counts = s.counts WHERE x.name = p_name;
END $function$;

CREATE OR REPLACE FUNCTION public.rate_limit_slices(p_name text, p_now_slice bigint, OUT newest bigint, OUT counts integer[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  r record;
  shift integer;
BEGIN
  INSERT INTO rate_limit_windows VALUES (p_name, p_now_slice, array_fill(0, ARRAY[61])) ON CONFLICT (name) DO NOTHING;
  SELECT * INTO r FROM rate_limit_windows x WHERE x.name = p_name FOR UPDATE;
  newest := GREATEST(p_now_slice, r.newest);
  shift := LEAST(newest - r.newest, 61);
  counts := CASE WHEN shift = 0 THEN r.counts
    WHEN shift = 61 THEN array_fill(0, ARRAY[61])
    ELSE array_fill(0, ARRAY[shift]) || r.counts[1:61 - shift] END;
END $function$;

CREATE OR REPLACE FUNCTION public.rate_limit_take(p_name text, p_max integer, p_window_ms bigint, p_want integer, p_now_ms bigint)
 RETURNS TABLE(granted integer, taken integer, wait_ms bigint)
 LANGUAGE plpgsql
AS $function$
DECLARE
  width bigint := GREATEST(p_window_ms / 60, 1);
  s record;
  left_over integer;
BEGIN
  SELECT * INTO s FROM rate_limit_slices(p_name, p_now_ms / width);
  SELECT sum(x)::integer INTO taken FROM unnest(s.counts) AS x;
  granted := GREATEST(LEAST(p_want, p_max - taken), 0);
  s.counts[1] := s.counts[1] + granted;
  taken := taken + granted;
  wait_ms := 0;
  IF taken >= p_max THEN
    left_over := taken;
    FOR place IN REVERSE 61..1 LOOP
      left_over := left_over - s.counts[place];
      IF left_over < p_max THEN
        wait_ms := GREATEST((s.newest - place + 62) * width - p_now_ms, 1);
        EXIT;
      END IF;
    END LOOP;
  END IF;
  UPDATE rate_limit_windows x SET newest = s.newest, counts = s.counts WHERE x.name = p_name;
  RETURN NEXT;
END $function$;

CREATE OR REPLACE FUNCTION public.subscription_usable(s subscriptions, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT s.status = 'active' AND p_now < s.period_resets_at + make_interval(hours => 24 * s.grace_days)
$function$;

CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION audit_entries_refuse_change();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_append_only;
CREATE TRIGGER entity_set_digests BEFORE INSERT OR UPDATE ON public.entity_set_members FOR EACH ROW EXECUTE FUNCTION entity_set_digests();
CREATE TRIGGER events_begin BEFORE INSERT ON public.events FOR EACH STATEMENT EXECUTE FUNCTION events_begin();
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfers_refuse_change();
ALTER TABLE ledger_transfers ENABLE ALWAYS TRIGGER ledger_transfers_append_only;
