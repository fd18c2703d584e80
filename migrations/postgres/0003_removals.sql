-- How many removals of people there were. A job reads it before it reads about people, and stores nothing of what it read
-- when another has come between (platform/privacy, removals.ts).
CREATE TABLE privacy_removals (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  number bigint NOT NULL DEFAULT 0
);
INSERT INTO privacy_removals DEFAULT VALUES;
