-- The traceparent of the work that an event came from, and of the request that put an import in line, so that delivery and import
-- are in the same trace; null where that was not traced. It names nobody.
ALTER TABLE webhook_deliveries ADD COLUMN traceparent text;
ALTER TABLE operator_imports ADD COLUMN traceparent text;
