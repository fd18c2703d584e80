-- Adds what a statement wrote to the ledger to usage_days, in its transaction: the sums are those of the ledger in every
-- snapshot. The balance row of the organization is locked by then, and usage rows are locked last, in their order.
CREATE OR REPLACE FUNCTION usage_count_transfers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_days AS u (organization_id, day, operation_id, key_id, rolled_up_from, charged, refunded)
  SELECT e.organization_id, (e.created_at AT TIME ZONE 'UTC')::date AS day,
    -- A refund does not say whose operation it gives back.
    COALESCE(e.operation_id, CASE WHEN e.kind = 'refund' THEN (
      SELECT max(t.operation_id) FROM ledger_transfers t
      WHERE t.request_id = e.request_id AND t.organization_id = e.organization_id AND t.kind = 'capture') END, '') AS operation_id,
    COALESCE(e.key_id, '') AS key_id, 'ledger',
    COALESCE(sum(e.amount) FILTER (WHERE e.kind = 'capture'), 0),
    COALESCE(sum(e.amount) FILTER (WHERE e.kind = 'refund'), 0)
  FROM entries e WHERE e.kind IN ('capture', 'refund')
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, day, operation_id, key_id, rolled_up_from) DO UPDATE
  SET charged = u.charged + excluded.charged, refunded = u.refunded + excluded.refunded;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ledger_transfers_count_usage AFTER INSERT ON ledger_transfers
  REFERENCING NEW TABLE AS entries FOR EACH STATEMENT EXECUTE FUNCTION usage_count_transfers();

-- Making the trigger locks the ledger until this transaction ends: what was there before it comes is added once, and no charge
-- is written in between.
INSERT INTO usage_days (organization_id, day, operation_id, key_id, rolled_up_from, charged, refunded)
SELECT m.organization_id, m.day, m.operation_id, m.key_id, 'ledger', sum(m.charged), sum(m.refunded)
FROM (
  SELECT t.organization_id, (t.created_at AT TIME ZONE 'UTC')::date AS day, COALESCE(t.key_id, '') AS key_id,
    COALESCE(t.operation_id, CASE WHEN t.kind = 'refund' THEN max(t.operation_id) FILTER (WHERE t.kind = 'capture')
      OVER (PARTITION BY t.organization_id, t.request_id) END, '') AS operation_id,
    CASE WHEN t.kind = 'capture' THEN t.amount ELSE 0 END AS charged,
    CASE WHEN t.kind = 'refund' THEN t.amount ELSE 0 END AS refunded
  FROM ledger_transfers t
  WHERE t.kind IN ('capture', 'refund') AND NOT EXISTS (SELECT FROM usage_days u WHERE u.rolled_up_from = 'ledger')
) m GROUP BY 1, 2, 3, 4;
