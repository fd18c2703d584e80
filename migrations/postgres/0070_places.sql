-- Places of the world: shops, restaurants, offices, as maps know them.
SELECT corpus_add_kind('places');
