-- Icons fetched from companies' own sites. The files are in the blobs; without one the site had none when it was asked.
CREATE TABLE site_icons (
  domain text PRIMARY KEY,
  blob_id text,
  media_type text,
  fetched_at timestamptz NOT NULL,
  CONSTRAINT site_icons_file CHECK ((blob_id IS NULL) = (media_type IS NULL))
);
CREATE INDEX site_icons_blob ON site_icons (blob_id);
