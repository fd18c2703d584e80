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
  CHECK ((status = 'RUNNING') = (finished_at IS NULL))
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
