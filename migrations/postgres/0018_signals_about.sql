-- Signals about one company or person, the newest first. Refreshes of lists wait with what they found while it is built.
CREATE INDEX tracker_signals_about ON tracker_signals (organization_id, entity_id, created_at, number);
