-- Requests that the pages of the console sent are counted apart, whether a person or an API key is signed in there. What was
-- counted before this release is told apart by the kind of its key alone (platform/usage). Rows that are there are not read
-- while charges wait: 0020 does.
ALTER TABLE usage_days DROP CONSTRAINT usage_days_rolled_up_from_check, ADD CONSTRAINT usage_days_rolled_up_from_check
  CHECK (rolled_up_from IN ('ledger', 'requests', 'console')) NOT VALID;
