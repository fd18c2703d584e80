-- Who wants the link of an export by mail; null once it was sent, or cannot be any more.
ALTER TABLE exports ADD COLUMN mail_to text;
CREATE INDEX exports_unsent ON exports (finished_at) WHERE mail_to IS NOT NULL;

-- Rows that a subscription may export in a calendar month (UTC); null: what the installation is set to.
ALTER TABLE subscriptions ADD COLUMN export_rows integer CHECK (export_rows >= 0);
