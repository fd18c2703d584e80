-- Which contact details of whom an organization has paid for: reading them again within the window is free.
-- No foreign keys: the person is an entity of the corpus.
CREATE TABLE contact_reads (
  organization_id text NOT NULL,
  person_id numeric(20) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('work_email', 'personal_email', 'phone')),
  request_id text NOT NULL,
  paid_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, person_id, kind)
);
CREATE INDEX contact_reads_age ON contact_reads (paid_at);
