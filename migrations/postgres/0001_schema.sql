-- The tables of version 0.2. Later files change them. Functions, with the triggers that call them, are in functions/.
-- Takes the place of the 77 files to 0096_sent_as_of_now.sql of version 0.1, journal 57b0f469f2f7fc4e48af6b8c790c67c9f3d37de0fe239c3cd71b715529b606b0.

CREATE SCHEMA sandbox;

CREATE SEQUENCE entity_set_changes;

-- Control plane: organizations, subscriptions, keys, ledger, operator settings, idempotency, request log.
-- Amounts are milli-credits (bigint). Instants come from the caller's clock, so that tests can freeze it.
CREATE TABLE organizations (
  id text PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL,
  -- The sandbox of an organization is an organization of its own: what its test keys make is apart from what is real.
  sandbox_of text UNIQUE REFERENCES organizations(id),
  -- Age is a protected attribute: an operator can switch searching by it off for an organization.
  age_search boolean NOT NULL DEFAULT true,
  archived_at timestamptz
);

CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations(id),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused')),
  -- Credits a usage period starts with.
  allocation bigint NOT NULL CHECK (allocation >= 0),
  period_started_at timestamptz NOT NULL,
  period_resets_at timestamptz NOT NULL,
  grace_days integer NOT NULL DEFAULT 14 CHECK (grace_days >= 0),
  -- What was already spent when the running period began: issued minus this is the credit of the period.
  spent_before_period bigint NOT NULL DEFAULT 0 CHECK (spent_before_period >= 0),
  created_at timestamptz NOT NULL,
  -- Whether a period that ends is followed by the next one by itself.
  auto_reset boolean NOT NULL DEFAULT false,
  -- What the running period began with; it is spent first and what is left of it lapses.
  period_allocation bigint NOT NULL DEFAULT 0 CHECK (period_allocation >= 0),
  -- Its day of the month is that of every reset, so that 31 January leads to 28 February and then to 31 March.
  period_anchor timestamptz NOT NULL,
  -- Rows that a subscription may export in a calendar month (UTC); null: what the installation is set to.
  export_rows integer CHECK (export_rows >= 0),
  CONSTRAINT subscriptions_check CHECK (period_resets_at > period_started_at)
);
CREATE INDEX subscriptions_organization ON subscriptions (organization_id);
CREATE INDEX subscriptions_due ON subscriptions (period_resets_at) WHERE auto_reset AND (status = 'active');

CREATE TABLE api_keys (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations(id),
  name text NOT NULL CHECK (name <> ''),
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  -- HMAC-SHA256 of the whole key: the key itself is stored nowhere.
  key_hash bytea NOT NULL UNIQUE CHECK (octet_length(key_hash) = 32),
  prefix text NOT NULL,
  last4 text NOT NULL,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  pay_as_you_go boolean NOT NULL DEFAULT false,
  -- Patterns of operation ids, `*` for any letters; empty: every operation.
  scopes text[] NOT NULL DEFAULT '{}',
  is_read_only boolean NOT NULL DEFAULT false,
  -- Addresses and CIDR ranges requests may come from; empty: anywhere.
  allowed_addresses text[] NOT NULL DEFAULT '{}',
  -- After a rotation the secret before goes on working until the instant.
  previous_hash bytea UNIQUE CHECK (octet_length(previous_hash) = 32),
  previous_prefix text,
  previous_expires_at timestamptz,
  -- The expiration that somebody else than the key set for it: the key itself cannot put it off.
  imposed_expires_at timestamptz,
  CONSTRAINT api_keys_previous CHECK (
    ((previous_hash IS NULL) = (previous_expires_at IS NULL)) AND ((previous_hash IS NULL) = (previous_prefix IS NULL)))
);
CREATE INDEX api_keys_organization ON api_keys (organization_id, created_at);

-- Apart from api_keys because it changes with every charged request: small rows, updated in place.
CREATE TABLE api_key_usage (
  key_id text PRIMARY KEY REFERENCES api_keys(id),
  max_credits bigint CHECK (max_credits >= 0),
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- A key may lower its limit, and never pass this one, which somebody else set for it.
  imposed_credits bigint CHECK (imposed_credits >= 0)
) WITH (fillfactor=50);

-- One fixed row a subscription: whoever moves credits locks this row, so two spenders never see the same credit.
CREATE TABLE subscription_balances (
  subscription_id text PRIMARY KEY REFERENCES subscriptions(id),
  organization_id text NOT NULL REFERENCES organizations(id),
  available bigint NOT NULL DEFAULT 0,
  held bigint NOT NULL DEFAULT 0,
  spent bigint NOT NULL DEFAULT 0,
  issued bigint NOT NULL DEFAULT 0,
  CONSTRAINT subscription_balances_never_negative CHECK ((available >= 0) AND (held >= 0) AND (spent >= 0)),
  CONSTRAINT subscription_balances_sum CHECK (issued = ((available + held) + spent))
) WITH (fillfactor=50);
CREATE INDEX subscription_balances_organization ON subscription_balances (organization_id);

-- The journal. `amount` leaves debit_account and arrives in credit_account; `issued` is the outside world.
-- Rows written for every request refer to organizations and keys without foreign keys: each check would take a share
-- lock on one row that all requests of an organization have in common. The functions that write them see that they exist.
CREATE TABLE ledger_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL REFERENCES subscription_balances(subscription_id),
  debit_account text NOT NULL,
  credit_account text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  kind text NOT NULL,
  request_id text NOT NULL CHECK (request_id <> ''),
  operation_id text,
  key_id text,
  hold_id text,
  -- What a capture paid for: [{"key", "units", "unitPrice"}].
  lines jsonb,
  note text,
  created_at timestamptz NOT NULL,
  CONSTRAINT ledger_transfers_route CHECK (
    ((kind IN ('grant', 'purchase')) AND (debit_account = 'issued') AND (credit_account = 'available'))
    OR ((kind = 'hold') AND (debit_account = 'available') AND (credit_account = 'held'))
    OR ((kind = 'capture') AND (debit_account = 'held') AND (credit_account = 'spent'))
    OR ((kind IN ('release', 'expire')) AND (debit_account = 'held') AND (credit_account = 'available'))
    OR ((kind = 'refund') AND (debit_account = 'spent') AND (credit_account = 'available'))
    OR ((kind IN ('revoke', 'lapse')) AND (debit_account = 'available') AND (credit_account = 'issued')))
);
CREATE INDEX ledger_transfers_organization ON ledger_transfers (organization_id, id);
CREATE INDEX ledger_transfers_request ON ledger_transfers (request_id);
-- Statements and time ranges of the journal: what moved in a month is found without reading what came before it.
CREATE INDEX ledger_transfers_time ON ledger_transfers (organization_id, created_at);

CREATE TABLE ledger_holds (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL REFERENCES subscription_balances(subscription_id),
  key_id text,
  request_id text NOT NULL,
  operation_id text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  charged bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'held' CHECK (state IN ('held', 'settled', 'released', 'expired')),
  unit_prices jsonb NOT NULL,
  -- Which process holds: a process that died gives its holds back when its successor starts.
  instance_id text NOT NULL,
  boot_id text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  closed_at timestamptz,
  -- A hold that one subscription cannot cover goes on in rows of their own: `span_of` is the id of its first row.
  span_of text,
  CONSTRAINT ledger_holds_check CHECK ((charged >= 0) AND (charged <= amount))
);
CREATE INDEX ledger_holds_open ON ledger_holds (expires_at) WHERE state = 'held';
CREATE INDEX ledger_holds_closed ON ledger_holds (closed_at) WHERE state <> 'held';
CREATE INDEX ledger_holds_spans ON ledger_holds (span_of) WHERE span_of IS NOT NULL;

CREATE TABLE prices (
  organization_id text NOT NULL REFERENCES organizations(id),
  price_key text NOT NULL,
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, price_key)
);

CREATE TABLE rate_limit_overrides (
  organization_id text NOT NULL REFERENCES organizations(id),
  operation_id text NOT NULL,
  max_requests integer NOT NULL CHECK (max_requests > 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, operation_id)
);

CREATE TABLE idempotency_keys (
  organization_id text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  request_id text NOT NULL,
  instance_id text NOT NULL,
  boot_id text NOT NULL,
  lease_expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status integer,
  -- Bytes, not text: the answer is replayed as it was sent.
  body bytea,
  credits_charged bigint,
  PRIMARY KEY (organization_id, key),
  CONSTRAINT idempotency_keys_answer CHECK ((state = 'done') = ((status IS NOT NULL) AND (body IS NOT NULL) AND (credits_charged IS NOT NULL)))
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
CREATE INDEX idempotency_keys_running ON idempotency_keys (instance_id) WHERE state = 'running';

-- No foreign keys: the log is written in batches after the answer, and one bad row must not cost the others.
CREATE TABLE api_requests (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  key_id text NOT NULL,
  operation_id text NOT NULL,
  method text NOT NULL,
  route_path text NOT NULL,
  status_code integer NOT NULL,
  duration_ms double precision NOT NULL,
  error_code text,
  credits_charged bigint NOT NULL,
  -- json, not jsonb: keeps any string a client may send, \u0000 included.
  request json,
  created_at timestamptz NOT NULL
);
CREATE INDEX api_requests_organization ON api_requests (organization_id, created_at DESC, id);
CREATE INDEX api_requests_age ON api_requests (created_at);

-- Which corpus commits are visible. The engine holds the rows; this row says up to where a search may look.
CREATE TABLE corpus_commits (
  kind text PRIMARY KEY CHECK (kind ~ '^[a-z]+(_[a-z]+)*$'),
  -- Newest visible commit.
  published integer NOT NULL DEFAULT 0,
  -- Number handed out last; a number is never used twice, even when its commit was abandoned.
  last_number integer NOT NULL DEFAULT 0,
  -- Commit being written; set before its first row reaches the engine.
  pending integer,
  -- Rows of superseded versions still in the search tables.
  superseded bigint NOT NULL DEFAULT 0,
  -- Until then searches filter by commit number even when nothing is pending.
  hot_until timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00'::timestamptz,
  next_entity_id bigint NOT NULL DEFAULT 1,
  compacted_to integer NOT NULL DEFAULT 0,
  -- Rules by which the search rows of a kind were built (src/corpus/search-index `searchIndexVersions`). Searches and writers
  -- of other rules refuse: filters and rows must agree on every token.
  search_index integer NOT NULL DEFAULT 1,
  -- While superseded versions are being removed, and after that was stopped, until it is done.
  compacting boolean NOT NULL DEFAULT false,
  -- Versions stored: as many as the engine holds search rows.
  versions bigint NOT NULL DEFAULT 0,
  -- Rules that the identifiers here were made by; `search_index` says it of the search rows.
  identifier_index integer NOT NULL DEFAULT 0,
  -- Counts the times search rows were to be built again.
  index_build integer NOT NULL DEFAULT 0,
  line_rules text NOT NULL DEFAULT '',
  CONSTRAINT corpus_commits_check CHECK (published <= last_number),
  CONSTRAINT corpus_commits_check1 CHECK ((pending IS NULL) OR (pending = last_number))
);

CREATE TABLE corpus_commit_log (
  kind text NOT NULL REFERENCES corpus_commits(kind),
  number integer NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  rows bigint NOT NULL,
  superseded bigint NOT NULL,
  source text NOT NULL,
  -- Entities that this commit or a later one wrote first have ids from here. Null of commits from before.
  first_entity_id bigint,
  PRIMARY KEY (kind, number)
);
CREATE INDEX corpus_commit_log_published ON corpus_commit_log (kind, published_at);

-- Commits that hold a sample world: a chunk counts as loaded once its commit is published, so an interrupted load goes
-- on where it stopped, and a load of another world knows what to retire.
CREATE TABLE corpus_sample_chunks (
  world text NOT NULL,
  kind text NOT NULL REFERENCES corpus_commits(kind),
  first_index bigint NOT NULL,
  last_index bigint NOT NULL,
  commit_number integer NOT NULL,
  retired boolean NOT NULL DEFAULT false,
  -- Entity of the first index of a chunk: postings, posts and news of a sample name their company by its entity.
  first_entity_id bigint,
  PRIMARY KEY (kind, commit_number)
);

-- Who changed what. One chain of entries an organization; '' is the installation itself.
CREATE TABLE audit_entries (
  organization_id text NOT NULL,
  sequence bigint NOT NULL CHECK (sequence > 0),
  at timestamptz NOT NULL,
  -- key:ID, operator:NAME, sign-up, system.
  actor text NOT NULL CHECK (actor <> ''),
  -- Network address the change came from; NULL where there is none.
  address text,
  request_id text,
  action text NOT NULL CHECK (action <> ''),
  -- Id of what was changed.
  subject text NOT NULL,
  -- json, not jsonb: the text is what was hashed.
  detail json NOT NULL,
  previous_hash bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (organization_id, sequence)
);

-- Where each chain ends: whoever appends locks this row, so that no two entries follow the same one.
CREATE TABLE audit_heads (
  organization_id text PRIMARY KEY,
  sequence bigint NOT NULL,
  hash bytea NOT NULL
);

-- Purchases, cards, automatic top-up, alerts, prices by volume.
CREATE TABLE payment_cards (
  organization_id text PRIMARY KEY REFERENCES organizations(id),
  processor text NOT NULL,
  -- The processor's names; card numbers never come here.
  customer_id text NOT NULL,
  payment_method_id text,
  brand text,
  last4 text,
  updated_at timestamptz NOT NULL
);

CREATE TABLE credit_purchases (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL REFERENCES subscriptions(id),
  credits bigint NOT NULL CHECK (credits > 0),
  -- In the smallest unit of the currency.
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('manual', 'auto-topup')),
  processor text NOT NULL,
  -- pending: the processor was or will be asked and its answer is not known.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed')),
  idempotency_key text,
  -- The processor's name of the payment.
  reference text,
  failure text,
  request_id text NOT NULL,
  key_id text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CONSTRAINT credit_purchases_settled CHECK ((state = 'pending') = (settled_at IS NULL))
);
CREATE INDEX credit_purchases_subscription ON credit_purchases (organization_id, subscription_id, created_at);
CREATE INDEX credit_purchases_key ON credit_purchases (organization_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX credit_purchases_pending ON credit_purchases (created_at) WHERE state = 'pending';
CREATE INDEX credit_purchases_reference ON credit_purchases (reference) WHERE reference IS NOT NULL;

CREATE TABLE auto_topups (
  subscription_id text PRIMARY KEY REFERENCES subscriptions(id),
  organization_id text NOT NULL,
  is_enabled boolean NOT NULL,
  credit_threshold bigint CHECK (credit_threshold >= 0),
  credits_to_buy bigint CHECK (credits_to_buy > 0),
  max_per_day integer CHECK (max_per_day > 0),
  max_per_month integer CHECK (max_per_month > 0),
  updated_at timestamptz NOT NULL,
  CONSTRAINT auto_topups_complete CHECK ((NOT is_enabled) OR ((credit_threshold IS NOT NULL) AND (credits_to_buy IS NOT NULL)))
);
CREATE INDEX auto_topups_organization ON auto_topups (organization_id) WHERE is_enabled;

-- One row for every level an organization has fallen below and not risen above again: each fall is told once.
CREATE TABLE credit_alerts (
  organization_id text NOT NULL REFERENCES organizations(id),
  level text NOT NULL CHECK (level IN ('500', '10%', 'none')),
  raised_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, level)
);

CREATE TABLE price_tiers (
  organization_id text NOT NULL REFERENCES organizations(id),
  price_key text NOT NULL,
  -- The price holds from this many units in the calendar month on.
  from_units bigint NOT NULL CHECK (from_units > 0),
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, price_key, from_units)
);

-- Units charged in a calendar month (UTC), of prices with tiers only.
CREATE TABLE price_volumes (
  organization_id text NOT NULL,
  price_key text NOT NULL,
  month date NOT NULL,
  units bigint NOT NULL CHECK (units >= 0),
  PRIMARY KEY (organization_id, price_key, month)
) WITH (fillfactor=50);

CREATE TABLE jobs (
  id text PRIMARY KEY,
  kind text NOT NULL,
  organization_id text NOT NULL,
  key_id text,
  request_id text NOT NULL,
  operation_id text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'completed', 'failed', 'canceled')),
  -- json, not jsonb: keeps any string a client may send.
  params json NOT NULL,
  -- Null: nothing is paid (a sandbox key, a price of nothing).
  hold_id text,
  unit_prices jsonb NOT NULL,
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  charged bigint NOT NULL DEFAULT 0,
  -- Items; null until the job has found out which they are.
  total integer CHECK (total >= 0),
  delivered integer NOT NULL DEFAULT 0,
  empty integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  -- Runs begun since the last item ended: two or more mean that something ends the process.
  runs_without_progress integer NOT NULL DEFAULT 0,
  result json,
  error text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT jobs_check CHECK ((charged >= 0) AND (charged <= held)),
  CONSTRAINT jobs_counts CHECK (((delivered + empty) + failed) <= COALESCE(total, 0)),
  CONSTRAINT jobs_finished CHECK ((finished_at IS NULL) = (state IN ('queued', 'running')))
);
CREATE INDEX jobs_organization ON jobs (organization_id, created_at);
CREATE INDEX jobs_expiry ON jobs (expires_at);
CREATE INDEX jobs_open ON jobs (created_at) WHERE finished_at IS NULL;

CREATE TABLE job_items (
  job_id text NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  position integer NOT NULL CHECK ("position" >= 0),
  input json NOT NULL,
  -- empty: worked on, nothing found, nothing charged.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'empty', 'failed')),
  -- Counted only while items are worked on one by one, to find the one that ends the process.
  attempts integer NOT NULL DEFAULT 0,
  output json,
  charged bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
  PRIMARY KEY (job_id, "position")
);

-- The outbox: what happened, written in the transaction of its cause. `id` is the order of the feed.
CREATE TABLE events (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  -- The transaction that wrote it: a feed shows an event only when no older transaction can still add one before it.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  -- Sent to try an endpoint: nothing happened, so the feed leaves it out.
  is_test boolean NOT NULL DEFAULT false
);
CREATE INDEX events_age ON events (created_at);
CREATE INDEX events_feed ON events (organization_id, number);

CREATE TABLE entity_sets (
  organization_id text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('companies', 'people')),
  version bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Whether every search of the organization leaves it out, named or not.
  everywhere boolean NOT NULL DEFAULT false,
  -- Since when it is unknown. Members go later: searches that found it before are still reading them.
  dropped_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX entity_sets_everywhere ON entity_sets (organization_id) WHERE everywhere AND (dropped_at IS NULL);
CREATE INDEX entity_sets_dropped ON entity_sets (dropped_at) WHERE dropped_at IS NOT NULL;

-- Who signed up: the address that proves itself with a code reaches its organization.
CREATE TABLE organization_members (
  -- In normal form.
  email text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations(id),
  created_at timestamptz NOT NULL
);
CREATE INDEX organization_members_organization ON organization_members (organization_id);

-- Codes of the last day: the newest of an address is the one that counts, all of them are counted.
CREATE TABLE sign_up_codes (
  id text PRIMARY KEY,
  -- HMAC of address and of address with code: neither is here.
  address_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries_left integer NOT NULL CHECK (tries_left >= 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX sign_up_codes_address ON sign_up_codes (address_hash, created_at DESC);
CREATE INDEX sign_up_codes_age ON sign_up_codes (created_at);

-- Which lines and entities were joined on less than an identifier of their own, or by hand: why, and what it changed,
-- so that it can be undone. A row counts once its commit is in corpus_commit_log.
CREATE TABLE corpus_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL REFERENCES corpus_commits(kind),
  commit_number integer NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  -- import:<source> or operator:<name>
  actor text NOT NULL,
  -- The entity that remains, and the one merged into it (null: a line of a file).
  entity_id bigint NOT NULL,
  merged_id bigint,
  score real NOT NULL,
  evidence jsonb NOT NULL,
  changes jsonb NOT NULL,
  undone_commit integer,
  -- Who undid a merge and when, and whether what refers to its entities (postings, posts, articles) has yet to follow.
  undone_by text,
  undone_at timestamptz,
  links_pending boolean NOT NULL DEFAULT false,
  -- Whom the lines of a merge are of or name, by identifier, so that they can be forgotten; null: not looked at yet.
  named text[]
);
CREATE INDEX corpus_merges_entity ON corpus_merges (kind, entity_id);
CREATE INDEX corpus_merges_merged ON corpus_merges (kind, merged_id) WHERE merged_id IS NOT NULL;
CREATE INDEX corpus_merges_links_pending ON corpus_merges (id) WHERE links_pending;
CREATE INDEX corpus_merges_named ON corpus_merges USING gin (named);
CREATE INDEX corpus_merges_unnamed ON corpus_merges (id) WHERE named IS NULL;

-- How far the clock of a sandbox is ahead.
CREATE TABLE sandbox_clocks (
  organization_id text PRIMARY KEY REFERENCES organizations(id),
  ahead_ms bigint NOT NULL CHECK (ahead_ms >= 0)
);

-- Rate limits of several processes. Unlogged: written with requests that go over several processes, worth a minute, and
-- after a crash of the server counting begins anew, as after a restart of a process.
CREATE UNLOGGED TABLE rate_limit_processes (
  id text PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  -- Whether its own counts are in rate_limit_windows.
  is_sharing boolean NOT NULL
);

-- Admissions of all processes in the window of one budget, in 61 slices of a sixtieth of the window, the newest first.
-- A slice counts until all of it has left the window: never more than the limit, at most a sixtieth less.
CREATE UNLOGGED TABLE rate_limit_windows (
  name text PRIMARY KEY,
  newest bigint NOT NULL,
  counts integer[] NOT NULL
) WITH (fillfactor=50);

-- Which contact details of whom an organization has paid for: reading them again within the window is free.
-- No foreign keys: the person is an entity of the corpus.
CREATE TABLE contact_reads (
  organization_id text NOT NULL,
  person_id numeric(20) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('work_email', 'personal_email', 'phone')),
  request_id text NOT NULL,
  paid_at timestamptz NOT NULL,
  -- Addresses that were paid for are checked again; what turns out invalid is given back once.
  checked_at timestamptz,
  refunded_at timestamptz,
  PRIMARY KEY (organization_id, person_id, kind, request_id)
);
CREATE INDEX contact_reads_age ON contact_reads (paid_at);
CREATE INDEX contact_reads_unchecked ON contact_reads (checked_at NULLS FIRST) WHERE (refunded_at IS NULL) AND (kind <> 'phone');

-- Answers of outside sources, kept so that the same question is not paid for twice. The key is a digest of source,
-- settings, capability and question; the answer is encrypted with the installation's secret, null when the source
-- knew nothing.
CREATE TABLE source_answers (
  key bytea PRIMARY KEY,
  source text NOT NULL,
  capability text NOT NULL,
  answer bytea,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT source_answers_check CHECK (expires_at > asked_at)
);
CREATE INDEX source_answers_expires ON source_answers (expires_at);

-- Icons fetched from companies' own sites. The files are in the blobs; without one the site had none when it was asked.
CREATE TABLE site_icons (
  domain text PRIMARY KEY,
  blob_id text,
  media_type text,
  fetched_at timestamptz NOT NULL,
  CONSTRAINT site_icons_file CHECK ((blob_id IS NULL) = (media_type IS NULL))
);
CREATE INDEX site_icons_blob ON site_icons (blob_id);

-- Who pays for a contact: one request of an organization at a time. A claim is worth what its request is: while credits are
-- held for it the others wait, once it was charged the contact is paid, and otherwise the next one takes it over.
CREATE TABLE contact_claims (
  organization_id text NOT NULL,
  person_id numeric(20) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('work_email', 'personal_email', 'phone')),
  request_id text NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, person_id, kind)
);
CREATE INDEX contact_claims_age ON contact_claims (claimed_at);

-- People who asked not to be in the corpus. What they are recognised by is kept as HMACs only.
CREATE TABLE suppressions (
  id text PRIMARY KEY,
  reason text NOT NULL CHECK (reason IN ('erasure', 'objection', 'do-not-sell', 'other')),
  note text,
  -- People who were removed when it was made.
  people integer NOT NULL,
  -- operator:NAME
  created_by text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE suppressed_identifiers (
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  suppression_id text NOT NULL REFERENCES suppressions(id) ON DELETE CASCADE,
  sort text NOT NULL CHECK (sort IN ('email', 'phone', 'profile', 'other')),
  PRIMARY KEY (digest, suppression_id)
);
CREATE INDEX suppressed_identifiers_of ON suppressed_identifiers (suppression_id);

-- Files that organizations sent, while they are kept: what an organization may keep is limited.
CREATE TABLE uploads (
  organization_id text NOT NULL,
  blob_id text NOT NULL,
  bytes bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, blob_id)
);
CREATE INDEX uploads_expiry ON uploads (expires_at);

CREATE TABLE schedules (
  id text PRIMARY KEY,
  -- Null: the installation's own.
  organization_id text REFERENCES organizations(id) ON DELETE CASCADE,
  kind text NOT NULL,
  -- What runs, as its kind names it.
  subject_id text NOT NULL,
  -- The rule is one of the two; UTC.
  cron text,
  every_days integer CHECK ((every_days >= 1) AND (every_days <= 366)),
  -- Slots of an interval are whole intervals after this.
  counted_from timestamptz NOT NULL,
  next_slot_at timestamptz NOT NULL,
  -- When the next slot is looked at: at its time, or later where a run failed.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  paused_at timestamptz,
  last_slot_at timestamptz,
  last_outcome text,
  last_reason text,
  last_task_id text,
  created_at timestamptz NOT NULL,
  CONSTRAINT schedules_subject UNIQUE (kind, subject_id),
  CONSTRAINT schedules_rule CHECK ((cron IS NULL) <> (every_days IS NULL))
);
CREATE INDEX schedules_due ON schedules (due_at) WHERE paused_at IS NULL;
CREATE INDEX schedules_organization ON schedules (organization_id);

-- One row a slot that came: the key is what makes a second run of it impossible.
CREATE TABLE schedule_runs (
  schedule_id text NOT NULL REFERENCES schedules(id) ON DELETE CASCADE,
  slot_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('started', 'done', 'skipped', 'unpaid', 'failed')),
  reason text,
  task_id text,
  ran_at timestamptz NOT NULL,
  PRIMARY KEY (schedule_id, slot_at)
);
CREATE INDEX schedule_runs_age ON schedule_runs (ran_at);

-- Where organizations are told of events, and what became of each telling.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations(id) ON DELETE CASCADE,
  url text NOT NULL,
  -- Keys and groups of events; none: all.
  events text[] NOT NULL DEFAULT '{}',
  -- Sealed.
  secret bytea NOT NULL,
  -- Why nothing is sent; null while it is.
  disabled_reason text CHECK (disabled_reason IN ('asked', 'gone', 'failing')),
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  -- Lists whose events it wants; none: all events, those about no list too.
  list_ids text[] NOT NULL DEFAULT '{}',
  -- Whether a delivery waits for those before it with the same ordering key.
  is_ordered boolean NOT NULL DEFAULT true,
  -- Deliveries at a time.
  concurrency integer NOT NULL DEFAULT 4 CHECK ((concurrency >= 1) AND (concurrency <= 16)),
  updated_at timestamptz NOT NULL,
  -- Destinations of events besides addresses of programs: chats, and mail that collects them.
  kind text NOT NULL DEFAULT 'http' CHECK (kind IN ('http', 'slack', 'teams', 'mail')),
  -- Of mail: how often it is sent, and at which hour (UTC).
  digest text CHECK (digest IN ('daily', 'weekly')),
  digest_hour integer CHECK ((digest_hour >= 0) AND (digest_hour <= 23)),
  CONSTRAINT webhook_endpoints_digest CHECK ((kind = 'mail') = ((digest IS NOT NULL) AND (digest_hour IS NOT NULL)))
);
CREATE INDEX webhook_endpoints_organization ON webhook_endpoints (organization_id);

-- The outbox: a row is written with its event, and goes with it. The payload is the event's.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  event_id text NOT NULL REFERENCES events(id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Of the next attempt; while one runs, when it is given up for lost.
  next_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- What its event is about, for endpoints that want order; null: any order will do.
  ordering_key text,
  -- Number of the event.
  place bigint NOT NULL DEFAULT 0,
  -- A digest is given to the mail server once for each of its addresses, also when the sender is killed meanwhile.
  -- The mail that tells a delivery; null until one is begun, and of other destinations.
  mail_id text,
  -- What endpoints choose events by, beside the key; null of deliveries before version 0.1, which are sent as they were made.
  event_group text,
  list_id text,
  -- Asked for by itself: it is sent whatever its endpoint chooses.
  is_asked_for boolean NOT NULL DEFAULT false
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (endpoint_id, created_at);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (endpoint_id, ordering_key, place)
  WHERE (state = 'pending') AND (ordering_key IS NOT NULL);
-- How long the oldest delivery has been due, for whoever watches an installation, without looking through those of all endpoints.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (next_at) WHERE state = 'pending';

CREATE TABLE webhook_attempts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES webhook_deliveries(id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- What the receiver answered; null when it did not.
  status integer,
  -- Why it did not.
  error text,
  -- Heads of what was sent and answered, as name and value; without what signs.
  request_headers jsonb,
  response_headers jsonb,
  -- How far an attempt came that failed, the addresses the host stood for, and what the fault is called.
  failed_step text CHECK (failed_step IN ('name', 'connection', 'tls', 'status', 'body')),
  resolved_to text[],
  detail text
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id);

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
CREATE UNIQUE INDEX lists_name ON lists (organization_id, kind, name) WHERE name_is_own AND (archived_at IS NULL);
CREATE INDEX lists_live ON lists (organization_id, kind, id) WHERE archived_at IS NULL;
CREATE INDEX lists_all ON lists (organization_id, kind, id);

-- Search parameters a list has or had.
CREATE TABLE list_searches (
  list bigint NOT NULL REFERENCES lists(number) ON DELETE CASCADE,
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
  list bigint NOT NULL REFERENCES lists(number) ON DELETE CASCADE,
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
  key text NOT NULL CHECK ((length(key) >= 1) AND (length(key) <= 500)),
  label text,
  -- Key, 'system', or 'dynamic' where a rebuild found it.
  added_by text NOT NULL,
  joined_in bigint NOT NULL,
  left_in bigint,
  -- Whether it had been here before.
  is_return boolean NOT NULL,
  -- List, kind and key in one. Looked up by list, kind and key apart, a member was searched for by the index of the list's
  -- kind while the planner knew little of a list: a look at all members for each.
  name text NOT NULL GENERATED ALWAYS AS ((((((list)::text || '/'::text) || kind) ||
CASE
    WHEN is_entity THEN '#'::text
    ELSE ':'::text
END) || key)) STORED,
  PRIMARY KEY (list, kind, number),
  -- Nobody is in a list twice at a time.
  CONSTRAINT list_members_name UNIQUE NULLS NOT DISTINCT (name, left_in),
  CONSTRAINT list_members_check CHECK (left_in > joined_in)
);
CREATE INDEX list_members_now ON list_members (list, kind, number) WHERE left_in IS NULL;
CREATE INDEX list_members_left ON list_members (list, kind, left_in, number) WHERE left_in IS NOT NULL;
-- What has to be read to forget somebody.
CREATE INDEX list_members_unresolved ON list_members (list, kind, number) WHERE NOT is_entity;

CREATE TABLE list_activity (
  list bigint NOT NULL REFERENCES lists(number) ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY,
  action text NOT NULL,
  detail jsonb NOT NULL,
  by text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (list, number)
);

-- Files that organizations asked for: the parts they are made of, and how many rows a month an organization has taken.
CREATE TABLE exports (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  kind text NOT NULL,
  -- The job that writes it.
  task_id text NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  -- Counted against the month when it begins; what it did not need is given back at its end.
  most_rows integer NOT NULL CHECK (most_rows >= 0),
  month date NOT NULL,
  rows integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  -- The whole file; null until it is finished, and once somebody in it was forgotten.
  blob_id text,
  -- How often people were forgotten while it was being written: a part read before is read again.
  forgets integer NOT NULL DEFAULT 0,
  is_withdrawn boolean NOT NULL DEFAULT false,
  -- Nothing is left to be tidied: its parts are gone and its rows are counted.
  is_closed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz,
  -- Who wants the link of an export by mail; null once it was sent, or cannot be any more.
  mail_to text,
  -- A file whose bytes are those of its parts, one after the other: its blob only lists them. False: the blob is the file.
  is_in_parts boolean NOT NULL DEFAULT false
);
CREATE INDEX exports_open ON exports (created_at) WHERE NOT is_closed;
CREATE INDEX exports_age ON exports (created_at);
CREATE INDEX exports_files ON exports (expires_at) WHERE blob_id IS NOT NULL;
CREATE INDEX exports_unsent ON exports (finished_at) WHERE mail_to IS NOT NULL;

CREATE TABLE export_parts (
  export_id text NOT NULL REFERENCES exports(id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number >= 0),
  rows integer NOT NULL,
  bytes bigint NOT NULL,
  -- Null without rows, and once the whole file is there.
  blob_id text,
  -- Where the next part begins, as the reader said.
  position text,
  -- Who is in it, [{"personId": "…"}]: kept as long as the file, to find it when one of them is forgotten.
  people json NOT NULL,
  PRIMARY KEY (export_id, number)
);

CREATE TABLE export_quotas (
  organization_id text NOT NULL,
  month date NOT NULL,
  rows bigint NOT NULL CHECK (rows >= 0),
  PRIMARY KEY (organization_id, month)
);
-- Months that are over are removed by their month, whichever organization they are of.
CREATE INDEX export_quotas_month ON export_quotas (month);

-- Records, identifiers and history of the corpus, tables of their own for each kind (0002 makes those of the other kinds); the
-- engine keeps search rows alone, which can be built again from these. Keys begin with the column they would be distributed by.
--
-- Every version of an entity: born with one commit, dead from another on. `body` is what answers carry, `sealed` what is kept
-- beside it; both compressed with the kind's dictionary of that number.
CREATE TABLE corpus_records_companies (
  id bigint NOT NULL,
  born integer NOT NULL,
  dead integer,
  dictionary smallint NOT NULL,
  rank bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  body bytea NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (id, born)
);
-- Compressed as well as can be already.
ALTER TABLE corpus_records_companies ALTER body SET STORAGE EXTERNAL, ALTER sealed SET STORAGE EXTERNAL;
CREATE INDEX corpus_records_companies_dead_idx ON corpus_records_companies (dead) WHERE dead IS NOT NULL;
-- What a commit wrote lies together: found without an index as large as that of the keys.
CREATE INDEX corpus_records_companies_born_idx ON corpus_records_companies USING brin (born);

-- Which entity carries which identifier, from one commit to another. `digest`: 8 bytes of SHA-256 of the token. `rank` counts
-- from -2147483648, so that four bytes hold what the engine keeps unsigned.
CREATE TABLE corpus_identifiers_companies (
  digest bigint NOT NULL,
  id bigint NOT NULL,
  rank integer NOT NULL,
  born integer NOT NULL,
  dead integer
);
-- Of an identifier that many carry, the most prominent are read without the others.
CREATE INDEX corpus_identifiers_companies_digest_rank_idx ON corpus_identifiers_companies (digest, rank);
CREATE INDEX corpus_identifiers_companies_dead_idx ON corpus_identifiers_companies (dead) WHERE dead IS NOT NULL;

-- Tracked members as they were observed before the newest state, which is the record itself.
CREATE TABLE corpus_snapshots_companies (
  id bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  born integer NOT NULL,
  source text NOT NULL,
  dictionary smallint NOT NULL,
  tracked bytea NOT NULL,
  -- The commit from which the record said so; it was shown until `born`. Null: never shown, since an older file told of it
  -- later, or one batch told of several states.
  shown_since integer
);
ALTER TABLE corpus_snapshots_companies ALTER tracked SET STORAGE EXTERNAL;
CREATE INDEX corpus_snapshots_companies_id_observed_at_idx ON corpus_snapshots_companies (id, observed_at);

-- Lines of imported files by digest, so that one that comes again as it was ends there. What is lost costs time only, so
-- nothing of it is logged: after a crash the tables are empty. `id` and `born` are the version that holds the line,
-- `observed_at` what it was observed at, `said` the members it confirms when it comes later (null where it has a date of
-- its own, which stays). Rules by which lines become records are in corpus_commits, and rows of others go.
CREATE UNLOGGED TABLE corpus_lines_companies (
  digest uuid PRIMARY KEY,
  id bigint NOT NULL,
  born integer NOT NULL,
  said integer,
  observed_at timestamptz NOT NULL
);
CREATE INDEX corpus_lines_companies_id_idx ON corpus_lines_companies (id);

-- What records are compressed with: made of synthetic records alone, since a dictionary of real ones would keep what
-- suppression removes. Never changed: records name theirs by number.
CREATE TABLE corpus_dictionaries (
  kind text NOT NULL,
  number smallint NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (kind, number)
);

-- How far rows are being built again, by kind: the version that was built last.
CREATE TABLE corpus_rebuilds (
  kind text PRIMARY KEY,
  index_version integer NOT NULL,
  index_build integer NOT NULL,
  last_id bigint NOT NULL DEFAULT 0,
  last_born integer NOT NULL DEFAULT 0,
  -- Commits of the pass: beyond `pass_from` up to `pass_to`. The first pass is from 0.
  pass_from integer NOT NULL DEFAULT 0,
  pass_to integer NOT NULL DEFAULT 0,
  -- Versions built, and how many there were at the beginning.
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The process that builds now: since when, and what was done before it.
  resumed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  resumed_done bigint NOT NULL DEFAULT 0
);

-- Members of entity sets as changes: what came and went, and with which change. The engine holds a copy to join with.
CREATE TABLE entity_set_members (
  organization_id text NOT NULL,
  set_id text NOT NULL,
  token text NOT NULL,
  version bigint NOT NULL,
  is_member boolean NOT NULL,
  -- Members of entity sets by the numbers that search rows hold (search-index/token-number.ts): a page looks up those of its
  -- rows instead of reading whole sets. Of a domain also its own number, by which people name their employers. Made here for
  -- whoever writes members: one without its number would be left out nowhere.
  digest bigint NOT NULL,
  domain_digest bigint,
  PRIMARY KEY (organization_id, set_id, token, version)
);
CREATE INDEX entity_set_members_digest ON entity_set_members (organization_id, set_id, digest, version);
CREATE INDEX entity_set_members_domain ON entity_set_members (organization_id, set_id, domain_digest, version) WHERE domain_digest IS NOT NULL;
-- Whether a member ever left a set: of one that only grew, searches read the members without asking who is gone.
CREATE INDEX entity_set_members_left ON entity_set_members (organization_id, set_id) WHERE NOT is_member;

-- Exclusion lists: lists of platform/lists whose members searches leave out.
--
-- Identifiers of each entry, for finding the entries that carry one. An entry may have several, and one may be of several
-- entries: it is left out as long as one of them is there.
CREATE TABLE exclusion_identifiers (
  list_id text NOT NULL,
  token text NOT NULL,
  -- The member's identifier in list_members.
  entry text NOT NULL,
  PRIMARY KEY (list_id, token, entry)
);
CREATE INDEX exclusion_identifiers_entry ON exclusion_identifiers (list_id, entry);

-- Runs of saved searches: lists of platform/lists whose members a search finds, again and again.
CREATE TABLE saved_search_runs (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  saved_search_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('NOT_STARTED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REJECTED_NO_FUNDS')),
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
  CONSTRAINT saved_search_runs_check CHECK ((status = 'COMPLETED') = (version IS NOT NULL))
);
CREATE INDEX saved_search_runs_of ON saved_search_runs (saved_search_id, id);
-- One at a time.
CREATE UNIQUE INDEX saved_search_runs_unfinished ON saved_search_runs (saved_search_id) WHERE status IN ('NOT_STARTED', 'PROCESSING');

-- Records that the rows of a list were found to be, by job: each is charged once, however many rows name it.
CREATE TABLE enrich_found (
  job_id text NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
  entity bigint NOT NULL,
  PRIMARY KEY (job_id, entity)
);

-- Members that lines give; many lines give the same ones.
CREATE TABLE corpus_line_members (
  kind text NOT NULL,
  number integer NOT NULL,
  members text[] NOT NULL,
  PRIMARY KEY (kind, number)
);

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
  progress_percent integer NOT NULL DEFAULT 0 CHECK ((progress_percent >= 0) AND (progress_percent <= 100)),
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Of the list's members, once it is completed.
  version bigint,
  -- By kind of member: how many joined, returned, left and stayed.
  movements jsonb,
  -- Said to clients where it did not end well.
  error text,
  PRIMARY KEY (organization_id, audience_id, number),
  CONSTRAINT audience_builds_check CHECK ((status = 'RUNNING') = (finished_at IS NULL)),
  CONSTRAINT audience_builds_check1 CHECK ((status = 'COMPLETED') = (version IS NOT NULL))
);
-- One at a time.
CREATE UNIQUE INDEX audience_builds_running ON audience_builds (audience_id) WHERE status = 'RUNNING';

-- Enrichments of audiences: a job fetches what is true now of its companies and people, and reveals contact details.
CREATE TABLE audience_enrichments (
  organization_id text NOT NULL,
  audience_id text NOT NULL,
  -- Order of the enrichments of an audience.
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text NOT NULL UNIQUE,
  -- The job that works on it.
  task_id text NOT NULL,
  -- Items of the job a step has; the job works on them in this order.
  live_company_items integer NOT NULL,
  live_prospect_items integer NOT NULL,
  contact_items integer NOT NULL,
  status text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELED')),
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- What was delivered, and charged with it.
  companies_fetched integer NOT NULL DEFAULT 0,
  prospects_fetched integer NOT NULL DEFAULT 0,
  prospects_with_contacts integer NOT NULL DEFAULT 0,
  -- Companies and people whose source could not be read.
  unavailable integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, audience_id, number),
  CONSTRAINT audience_enrichments_check CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX audience_enrichments_running ON audience_enrichments (audience_id) WHERE status = 'RUNNING';

-- Which kinds of contact details of its people an organization was given with an audience. The details themselves are
-- where those of everybody are, sealed beside the records.
CREATE TABLE audience_contacts (
  organization_id text NOT NULL,
  audience_id text NOT NULL,
  person_id numeric NOT NULL,
  kinds text[] NOT NULL,
  PRIMARY KEY (organization_id, audience_id, person_id)
);

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
  CONSTRAINT job_change_scans_check CHECK ((status = 'COMPLETED') = (commit IS NOT NULL))
);
CREATE INDEX job_change_scans_of ON job_change_scans (list_id, id);
-- One at a time.
CREATE UNIQUE INDEX job_change_scans_unfinished ON job_change_scans (list_id) WHERE status IN ('NOT_STARTED', 'PROCESSING');

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
  FOREIGN KEY (organization_id, list_id, profile_id) REFERENCES job_change_profiles(organization_id, list_id, id) ON DELETE CASCADE
);

-- What a source said again without changing anything, by entity: no version is written for it, but the record is as fresh as
-- that day. Of each source the newest. `members`: what it said.
CREATE TABLE corpus_confirmations (
  kind text NOT NULL,
  id bigint NOT NULL,
  source text NOT NULL,
  confirmed_at timestamptz NOT NULL,
  confidence real NOT NULL,
  members text[] NOT NULL,
  -- When each source said anything of an entity, and which members (by their set in corpus_line_members): a file that comes
  -- late takes its place among those before and after it.
  seen_at timestamptz[] NOT NULL DEFAULT '{}',
  seen_sets integer[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (kind, id, source)
);

-- Entities that count records of another kind (companies their job postings), some of which changed: counted again soon.
-- `marked` is the commit of the records: a mark that came meanwhile stays.
CREATE TABLE corpus_stale_counts (
  kind text NOT NULL,
  id bigint NOT NULL,
  marked bigint NOT NULL,
  PRIMARY KEY (kind, id)
);

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
  charged bigint NOT NULL DEFAULT 0,
  -- What live sources said of the members before they were checked, by status; null where none was asked.
  live jsonb
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

-- What the authorization server of agents keeps: clients, sign-ins under way, codes, grants and tokens.
CREATE TABLE oauth_records (
  model text NOT NULL,
  -- Digest of the id: that of a code or token is the secret itself.
  id bytea NOT NULL,
  -- Sealed.
  payload bytea NOT NULL,
  -- Digests of what it belongs to.
  grant_id bytea,
  uid bytea,
  client_id bytea,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (model, id)
);
CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_uid ON oauth_records (uid) WHERE uid IS NOT NULL;
CREATE INDEX oauth_records_expired ON oauth_records (expires_at);

-- What the search of a tracker rule answered of an entity at the last refresh that looked.
CREATE TABLE tracker_filter_answers (
  list_id text NOT NULL,
  rule_id text NOT NULL,
  entity_id text NOT NULL,
  matches boolean NOT NULL,
  -- The run that first found this answer: it tells one transition from the next.
  run_id text NOT NULL,
  PRIMARY KEY (list_id, rule_id, entity_id)
);

-- Written before a mail is sent; removed when the mail is as old as events become.
CREATE TABLE webhook_mails (
  id text NOT NULL,
  -- Digest of the address.
  address bytea NOT NULL,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  begun_at timestamptz NOT NULL,
  -- When the mail server took it; null while it is sent, and where nobody knows.
  taken_at timestamptz,
  PRIMARY KEY (id, address)
);
CREATE INDEX webhook_mails_endpoint ON webhook_mails (endpoint_id, begun_at);

-- Which words occur in names of people, as numbers that many words share (search-index/name-words.ts): searches leave out what
-- nobody is called. Rows are only added, in the order of their numbers, so that a reader goes on where it was.
CREATE TABLE corpus_name_words (
  word integer PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);

-- Identifiers that rows of one source carry under names that differ (src/corpus/write/contested.ts): they decide nothing, also
-- when a file comes again, in whatever batches, or after a kill. Digests, as in corpus_identifiers_*.
CREATE TABLE corpus_contested (
  kind text NOT NULL,
  source text NOT NULL,
  token bigint NOT NULL,
  PRIMARY KEY (kind, source, token)
);

-- What is sent to a receiver is read at the moment of sending, by what its endpoint is and wants then.
--
-- Secrets that were replaced: each signs besides until its time is over.
CREATE TABLE webhook_former_secrets (
  endpoint_id text NOT NULL REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  -- Sealed.
  secret bytea NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (endpoint_id, secret)
);

INSERT INTO corpus_commits (kind) VALUES ('companies');
