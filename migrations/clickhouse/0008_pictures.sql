-- Address of the logo or profile picture beside the record: 10,000 of them are read without 10,000 records. Parts written
-- before are filled in the background; until then the engine takes it from the record while reading.
ALTER TABLE company_bodies ADD COLUMN IF NOT EXISTS picture String MATERIALIZED JSONExtractString(body, 'logo_url');
ALTER TABLE person_bodies ADD COLUMN IF NOT EXISTS picture String MATERIALIZED JSONExtractString(body, 'profile_pic');
ALTER TABLE company_bodies MATERIALIZE COLUMN picture;
ALTER TABLE person_bodies MATERIALIZE COLUMN picture;
