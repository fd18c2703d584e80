-- Entities that count records of another kind (companies their job postings), some of which changed: counted again soon.
-- `marked` is the commit of the records: a mark that came meanwhile stays.
CREATE TABLE corpus_stale_counts (
  kind text NOT NULL,
  id bigint NOT NULL,
  marked bigint NOT NULL,
  PRIMARY KEY (kind, id)
);
