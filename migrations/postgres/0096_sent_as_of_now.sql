-- What is sent to a receiver is read at the moment of sending, by what its endpoint is and wants then.

-- Secrets that were replaced: each signs besides until its time is over.
CREATE TABLE webhook_former_secrets (
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  -- Sealed.
  secret bytea NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (endpoint_id, secret)
);
INSERT INTO webhook_former_secrets (endpoint_id, secret, until)
SELECT id, previous_secret, previous_until FROM webhook_endpoints
WHERE previous_secret IS NOT NULL AND previous_until IS NOT NULL;
ALTER TABLE webhook_endpoints DROP COLUMN previous_secret, DROP COLUMN previous_until;

-- What endpoints choose events by, beside the key; null of deliveries before this version, which are sent as they were made.
ALTER TABLE webhook_deliveries ADD COLUMN event_group text, ADD COLUMN list_id text,
  -- Asked for by itself: it is sent whatever its endpoint chooses.
  ADD COLUMN is_asked_for boolean NOT NULL DEFAULT false;

-- How far an attempt came that failed, the addresses the host stood for, and what the fault is called.
ALTER TABLE webhook_attempts
  ADD COLUMN failed_step text CHECK (failed_step IN ('name', 'connection', 'tls', 'status', 'body')),
  ADD COLUMN resolved_to text[], ADD COLUMN detail text;
