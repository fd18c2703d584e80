-- Whether a contact was paid for since then: read by a request that was charged, and not given all of it back.
CREATE OR REPLACE FUNCTION contact_is_paid(
  p_organization_id text, p_person_id numeric, p_kind text, p_since timestamptz
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM contact_reads r
    WHERE r.organization_id = p_organization_id AND r.person_id = p_person_id AND r.kind = p_kind AND r.paid_at > p_since
      AND 0 < (
        SELECT COALESCE(sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END), 0)
        FROM ledger_transfers t WHERE t.request_id = r.request_id AND t.organization_id = r.organization_id))
$$;
