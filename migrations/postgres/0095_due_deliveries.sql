-- How long the oldest delivery has been due, for whoever watches an installation, without looking through those of all endpoints.
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (next_at) WHERE state = 'pending';
