-- The tables of version 0.2. Later files change them.
-- Takes the place of the 22 files to 0027_entity_set_pages.sql of version 0.1, journal 3f4038e027e7c5662369c21c919ca5536fbc8ac1983fa5242b21af3a663251ed.

-- Search rows: one row a version of an entity, stored in rank order so that a page stops after its first matches.
-- `facets`, `title_tokens` and `words` hold space-separated tokens; their text indexes answer filters from posting lists.
-- A version is visible in snapshot S when born <= S and it is not in *_superseded with dead <= S.
CREATE TABLE IF NOT EXISTS companies (
  rank UInt32,
  id UInt64,
  born UInt32,
  org_id UInt64,
  founded Int32,
  -- What pages of companies can be sorted by besides days and amounts they have; NaN unknown.
  headcount Float64 DEFAULT nan,
  followers Float64 DEFAULT nan,
  lat Float64,
  lon Float64,
  -- Amounts are US dollars, NaN unknown. Offices: how many (-1 unknown), the country of each that is listed, and where those
  -- with coordinates are. Staff: groups, and the counts of each now, a month ago, and so on. `names` holds name keys.
  name_words UInt16,
  total_funding Float64 DEFAULT nan,
  last_funding Float64 DEFAULT nan,
  last_funded Int32 DEFAULT -2147483648,
  revenue Float64 DEFAULT nan,
  office_count Int64 DEFAULT -1,
  office_countries Array(LowCardinality(String)),
  office_lats Array(Float64),
  office_lons Array(Float64),
  trend_groups Array(LowCardinality(String)),
  trend_counts Array(Array(Int64)) CODEC(ZSTD(1)),
  -- Open postings of a company as its record counts them: all (-1 unknown), and those of each kind (`country/deu`).
  open_postings Int64 DEFAULT -1,
  posting_keys Array(LowCardinality(String)),
  posting_counts Array(Int64),
  facets String,
  names String,
  words String,
  -- Domains as numbers (search-index/employer-domains.ts), to join people and companies by: of a company, of a person's
  -- current employers, and of each past position (0 unknown). Rows written before have none.
  domain_numbers Array(UInt64),
  -- Identifiers of an entity as numbers (search-index/token-number.ts), which sets of entities are joined with.
  keys Array(UInt64),
  traits Array(UInt32),
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' '])),
  INDEX names_index names TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS people (
  rank UInt32,
  id UInt64,
  born UInt32,
  org_ids Array(UInt64),
  title_count UInt8,
  lat Float64,
  lon Float64,
  -- Current positions of a person, aligned: employer (0 unknown), ` title ` in normal form, first day (days since 1970).
  job_orgs Array(UInt64),
  job_titles Array(String),
  job_starts Array(Int32),
  facets String,
  titles String,
  title_tokens String,
  words String,
  -- What people searches ask of careers, education and counts. Days are numbers since 1970, -2147483648 when unknown, and
  -- arrays of one prefix run side by side, one element a position or an entry. Rows written before have the defaults.
  connections Float64 DEFAULT nan,
  followers Float64 DEFAULT nan,
  birth Int32 DEFAULT -2147483648,
  began Int32 DEFAULT -2147483648,
  stealth_entered Int32 DEFAULT -2147483648,
  stealth_left Int32 DEFAULT -2147483648,
  company_starts Array(Int32),
  current_names Array(String),
  past_titles Array(String),
  past_orgs Array(UInt64),
  past_names Array(String),
  past_left Array(Int32),
  edu_texts Array(String),
  edu_orgs Array(UInt64),
  edu_starts Array(Int32),
  edu_ends Array(Int32),
  current_domains Array(UInt64),
  past_domains Array(UInt64),
  keys Array(UInt64),
  -- Domain (as a number, 0 unknown) and name key ('' unknown) of the employer of each current position, aligned with
  -- job_orgs: what is asked of one and the same position. Rows written before have none until they are rebuilt.
  job_domains Array(UInt64),
  job_names Array(String),
  -- What makes entities alike, as numbers of tokens (search-index/traits.ts). Rows written before have none until they are
  -- rebuilt.
  traits Array(UInt32),
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX title_tokens_index title_tokens TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Versions that are no longer the newest, and since which commit.
CREATE TABLE IF NOT EXISTS companies_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  -- Where the row of a superseded version is.
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS people_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- `company_id` is the entity the posting belongs to, 0 when the corpus does not know it; `org_id` is its network id, 0 when
-- there is none. Ranges of which one end is known have it at both; NaN is unknown.
CREATE TABLE IF NOT EXISTS job_postings (
  rank UInt32,
  id UInt64,
  born UInt32,
  company_id UInt64,
  org_id UInt64,
  posted Int32,
  pay_low Float64,
  pay_high Float64,
  years_low Float32,
  years_high Float32,
  applicants_low Float32,
  applicants_high Float32,
  title_count UInt8,
  lat Float64,
  lon Float64,
  facets String,
  titles String,
  title_tokens String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX title_tokens_index title_tokens TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' '])),
  -- Postings are found by their company, which no other column leads to.
  INDEX company_index company_id TYPE bloom_filter GRANULARITY 1
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- `author_id` is a company or a person; the facet `author:` tells which.
CREATE TABLE IF NOT EXISTS posts (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  posted Int32,
  reactions UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS news (
  rank UInt32,
  id UInt64,
  born UInt32,
  company_ids Array(UInt64),
  published Int32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS job_postings_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS posts_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS news_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Members of sets as a log of changes: identifier tokens (`dom:acme.example`, `slug:ada`) that came or went. A set as of
-- version V holds the tokens whose last change up to V was a coming; searches join it with `identifiers`.
CREATE TABLE IF NOT EXISTS entity_set_members (
  organization_id String,
  set_id String,
  token String,
  version UInt64,
  is_member UInt8,
  number UInt64 MATERIALIZED reinterpretAsUInt64(reverse(substring(SHA256(token), 1, 8))),
  -- What people name an employer by, of the members that say it: organization number, and domain as a number
  -- (search-index/employer-domains.ts). 0 for others.
  org UInt64 MATERIALIZED if(startsWith(token, 'org:'), toUInt64OrZero(substring(token, 5)), 0),
  domain UInt64 MATERIALIZED multiIf(startsWith(token, 'dom:'), reinterpretAsUInt64(reverse(substring(SHA256(substring(token, 5)), 1, 8))), startsWith(token, 'slug:'), reinterpretAsUInt64(reverse(substring(SHA256(concat('/', substring(token, 6))), 1, 8))), 0)
) ENGINE = MergeTree ORDER BY (organization_id, set_id, token, version)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000;

-- `author_id` is a company or a person; the facet `author:` tells which.
CREATE TABLE IF NOT EXISTS post_comments (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  posted Int32,
  reactions UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_reactions (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  reacted Int32,
  facets String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_comments_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS post_reactions_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Hotels and vacation rentals. `rank` is the place (Morton order), so that the rows of a city lie together: a search prices all
-- of them. `star` 0 and `rating` 0 are unknown. `pricing` is JSON of what prices are made of; the calendars it names have their
-- nights in the arrays behind, one entry a calendar: prices from the day `cal_first` on (0: nothing known, -1: closed) and
-- rooms left.
CREATE TABLE IF NOT EXISTS hotels (
  rank UInt32,
  id UInt64,
  born UInt32,
  lat Float64,
  lon Float64,
  star UInt8,
  rating Float32,
  reviews UInt32,
  prominence Float32,
  bedrooms UInt16,
  bathrooms Float32,
  brand UInt32,
  pricing String,
  cal_first Array(Int32),
  facets String,
  words String,
  -- Nights of hotels in pieces of 32 days that go to twelve columns in turn (search-index/hotel-nights.ts), so that a search reads
  -- those its stay has nights in, not the whole year: prices (0: nothing known, -1: closed) and rooms left (65535: nobody says),
  -- one entry a calendar. Rows written before have none until they are rebuilt.
  cal_prices_0 Array(Array(Float32)),
  cal_prices_1 Array(Array(Float32)),
  cal_prices_2 Array(Array(Float32)),
  cal_prices_3 Array(Array(Float32)),
  cal_prices_4 Array(Array(Float32)),
  cal_prices_5 Array(Array(Float32)),
  cal_prices_6 Array(Array(Float32)),
  cal_prices_7 Array(Array(Float32)),
  cal_prices_8 Array(Array(Float32)),
  cal_prices_9 Array(Array(Float32)),
  cal_prices_10 Array(Array(Float32)),
  cal_prices_11 Array(Array(Float32)),
  cal_left_0 Array(Array(UInt16)),
  cal_left_1 Array(Array(UInt16)),
  cal_left_2 Array(Array(UInt16)),
  cal_left_3 Array(Array(UInt16)),
  cal_left_4 Array(Array(UInt16)),
  cal_left_5 Array(Array(UInt16)),
  cal_left_6 Array(Array(UInt16)),
  cal_left_7 Array(Array(UInt16)),
  cal_left_8 Array(Array(UInt16)),
  cal_left_9 Array(Array(UInt16)),
  cal_left_10 Array(Array(UInt16)),
  cal_left_11 Array(Array(UInt16)),
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS index_granularity = 512, non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS hotels_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Instruments are found by their identifiers; the row keeps them in the order of their kind, and countable by sort.
CREATE TABLE IF NOT EXISTS instruments (
  rank UInt32,
  id UInt64,
  born UInt32,
  facets String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS instruments_superseded (
  rank UInt32,
  id UInt64,
  born UInt32,
  dead UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Listings are filtered and sorted by their numbers; NaN is unknown. `listed` counts days since 1970.
CREATE TABLE IF NOT EXISTS listings (
  rank UInt32,
  id UInt64,
  born UInt32,
  listed Int32,
  price Float64,
  rent Float64,
  estimated_price Float64,
  bedrooms Float64,
  bathrooms Float64,
  floor_area Float64,
  lot_area Float64,
  year_built Float64,
  parking Float64,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS listings_superseded (
  rank UInt32,
  id UInt64,
  born UInt32,
  dead UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Flights are read whole and connected in memory; the row counts them by where they leave.
CREATE TABLE IF NOT EXISTS flights (
  rank UInt32,
  id UInt64,
  born UInt32,
  facets String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS flights_superseded (
  rank UInt32,
  id UInt64,
  born UInt32,
  dead UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- What platforms show: accounts, the most followed first, what they publish and what is said to it, the newest first.
CREATE TABLE IF NOT EXISTS accounts (
  rank UInt32,
  id UInt64,
  born UInt32,
  owner_id UInt64,
  followers UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS uploads (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  published Int32,
  likes Int32,
  comments UInt32,
  views UInt32,
  uses UInt32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS replies (
  rank UInt32,
  id UInt64,
  born UInt32,
  author_id UInt64,
  published Int32,
  likes Int32,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS accounts_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS uploads_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS replies_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Places as maps know them. `facets` has their grid cells, so that an area is found from posting lists; coordinates are read
-- for the cells on its border alone. NaN: not known.
CREATE TABLE IF NOT EXISTS places (
  rank UInt32,
  id UInt64,
  born UInt32,
  lat Float64,
  lon Float64,
  facets String,
  words String,
  INDEX facets_index facets TYPE text(tokenizer = splitByString([' '])),
  INDEX words_index words TYPE text(tokenizer = splitByString([' ']))
) ENGINE = MergeTree ORDER BY (rank, id, born)
SETTINGS non_replicated_deduplication_window = 1000;

CREATE TABLE IF NOT EXISTS places_superseded (
  id UInt64,
  born UInt32,
  dead UInt32,
  rank UInt32
) ENGINE = MergeTree ORDER BY (id, born)
SETTINGS non_replicated_deduplication_window = 1000;

-- Time on the staff of one employer, a row for each number the employer is known by (organization id, domain, name where
-- nothing else is; search-index/tenure-rows.ts), stored by that number: people of a company lie together here and in every
-- block of `people`. `place`: which tenure of the person it is, from 1. Days since 1970 (-2147483648 unknown, 2147483647
-- held); origin and destination: numbers of the employers moved from and to (0 none); levels, functions and grade by their
-- places from 1 (0 unknown); titles of the positions held there now; schools: organization ids, or numbers of names.
-- A version is visible when its row of `people` is.
CREATE TABLE IF NOT EXISTS tenures (
  employer UInt64,
  id UInt64,
  born UInt32,
  place UInt8,
  first_day Int32,
  last_day Int32,
  origin UInt64,
  destination UInt64,
  entry_level UInt8,
  exit_level UInt8,
  entry_function UInt8,
  exit_function UInt8,
  functions UInt64,
  grade UInt8,
  titles Array(String),
  began Int32,
  country LowCardinality(String),
  lat Float64,
  lon Float64,
  schools Array(UInt64)
) ENGINE = MergeTree ORDER BY (employer, id, born, place)
SETTINGS index_granularity = 1024, non_replicated_deduplication_window = 1000;
