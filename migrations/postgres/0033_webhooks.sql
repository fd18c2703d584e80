-- Where organizations are told of events, and what became of each telling.

CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  url text NOT NULL,
  -- Keys and groups of events; none: all.
  events text[] NOT NULL DEFAULT '{}',
  -- Sealed. The previous one signs besides until its time is over.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamptz,
  -- Why nothing is sent; null while it is.
  disabled_reason text CHECK (disabled_reason IN ('asked', 'gone', 'failing')),
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_endpoints_organization ON webhook_endpoints (organization_id);

-- The outbox: a row is written with its event, and goes with it. The payload is the event's.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  event_id text NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- Of the next attempt; while one runs, when it is given up for lost.
  next_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (endpoint_id, created_at);
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (event_id);

CREATE TABLE webhook_attempts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- What the receiver answered; null when it did not.
  status integer,
  -- Why it did not.
  error text
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id);
