-- Which words occur in names of people, as numbers that many words share (search-index/name-words.ts): searches leave out what
-- nobody is called. Rows are only added, in the order of their numbers, so that a reader goes on where it was.
CREATE TABLE corpus_name_words (
  word integer PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY UNIQUE
);
