-- The event that told a signal, for the deliveries of one signal. Jobs that end wait with their event while it is built.
CREATE INDEX events_of_signal ON events (organization_id, (data ->> 'eventId')) WHERE type = 'tracker.signal_detected';
