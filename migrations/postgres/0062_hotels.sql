-- Hotels and vacation rentals: a kind of their own. Rooms, rate plans and the nightly calendar are part of the record.
SELECT corpus_add_kind('hotels');
