-- Records that the rows of a list were found to be, by job: each is charged once, however many rows name it.

CREATE TABLE enrich_found (
  job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  entity bigint NOT NULL,
  PRIMARY KEY (job_id, entity)
);
