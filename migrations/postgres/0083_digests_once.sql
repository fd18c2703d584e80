-- A digest is given to the mail server once for each of its addresses, also when the sender is killed meanwhile.

-- The mail that tells a delivery; null until one is begun, and of other destinations.
ALTER TABLE webhook_deliveries ADD COLUMN mail_id text;

-- Written before a mail is sent; removed when the mail is as old as events become.
CREATE TABLE webhook_mails (
  id text NOT NULL,
  -- Digest of the address.
  address bytea NOT NULL,
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  begun_at timestamptz NOT NULL,
  -- When the mail server took it; null while it is sent, and where nobody knows.
  taken_at timestamptz,
  PRIMARY KEY (id, address)
);
CREATE INDEX webhook_mails_endpoint ON webhook_mails (endpoint_id, begun_at);
