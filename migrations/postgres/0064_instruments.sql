-- Shares, funds, indexes, currency pairs: what financialInstrumentLookup answers with.
SELECT corpus_add_kind('instruments');
