-- The price by which a record was to be paid for: at a price of 0 nothing paid for it, whatever else its request cost. Null of
-- reads before this release, which any charge of their request paid for (platform/record-reads).
ALTER TABLE record_reads ADD COLUMN price_key text;
