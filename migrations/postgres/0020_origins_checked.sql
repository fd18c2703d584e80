-- Reads the rows that 0015 did not: nobody who charges or counts waits for that.
ALTER TABLE usage_days VALIDATE CONSTRAINT usage_days_rolled_up_from_check;
