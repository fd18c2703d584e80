-- Flights of schedules: what flightSearch connects.
SELECT corpus_add_kind('flights');
