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
-- What live sources said of the members before they were checked, by status; null where none was asked.
ALTER TABLE tracker_runs ADD COLUMN live jsonb;
