-- What an organization used on a UTC day, by operation and key: a roll-up of the ledger and of the request log, each with
-- rows of its own, so that neither waits for the other's locks (platform/usage).
CREATE TABLE usage_days (
  organization_id text NOT NULL,
  day date NOT NULL,
  -- Empty where no operation or no key has caused it.
  operation_id text NOT NULL,
  key_id text NOT NULL,
  rolled_up_from text NOT NULL CHECK (rolled_up_from IN ('ledger', 'requests')),
  requests bigint NOT NULL DEFAULT 0,
  -- Answered with a status of 400 or above.
  failed bigint NOT NULL DEFAULT 0,
  -- Milli-credits captured, and given back.
  charged bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, day, operation_id, key_id, rolled_up_from)
) WITH (fillfactor=50);

-- What the log still has. The ledger is added where its trigger is made, with no charge in between.
INSERT INTO usage_days (organization_id, day, operation_id, key_id, rolled_up_from, requests, failed)
SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, operation_id, key_id, 'requests', count(*),
  count(*) FILTER (WHERE status_code >= 400)
FROM api_requests GROUP BY 1, 2, 3, 4;

-- Signals of all lists of an organization by when they were found, and those of some rules among them.
CREATE INDEX tracker_signals_feed ON tracker_signals (organization_id, created_at, number);
CREATE INDEX tracker_signals_feed_of_type ON tracker_signals (organization_id, (signal ->> 'type'), created_at, number);

-- Exports of an organization, the newest first.
CREATE INDEX exports_of_organization ON exports (organization_id, created_at, id);

-- Whether a program, a person in the console or an agent sent a request.
ALTER TABLE api_requests ADD COLUMN source text NOT NULL DEFAULT 'api' CHECK (source IN ('api', 'console', 'agent'));

-- The list an event is about; null of events that are about none, and of those before this column came.
ALTER TABLE events ADD COLUMN list_id text;
