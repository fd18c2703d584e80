-- Rules by which the search rows of a kind were built (src/corpus/search-index `searchIndexVersions`). Searches and writers
-- of other rules refuse: filters and rows must agree on every token.
ALTER TABLE corpus_commits ADD COLUMN search_index integer NOT NULL DEFAULT 1;
