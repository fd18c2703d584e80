-- Who pays for a contact: one request of an organization at a time. A claim is worth what its request is: while credits are
-- held for it the others wait, once it was charged the contact is paid, and otherwise the next one takes it over.
CREATE TABLE contact_claims (
  organization_id text NOT NULL,
  person_id numeric(20) NOT NULL,
  kind text NOT NULL CHECK (kind IN ('work_email', 'personal_email', 'phone')),
  request_id text NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, person_id, kind)
);
CREATE INDEX contact_claims_age ON contact_claims (claimed_at);

-- Whether a contact was paid for since then: read by a request that was charged, and not given all of it back.
CREATE FUNCTION contact_is_paid(
  p_organization_id text, p_person_id numeric, p_kind text, p_since timestamptz
) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM contact_reads r
    WHERE r.organization_id = p_organization_id AND r.person_id = p_person_id AND r.kind = p_kind AND r.paid_at > p_since
      AND 0 < (
        SELECT COALESCE(sum(CASE t.kind WHEN 'capture' THEN t.amount WHEN 'refund' THEN -t.amount ELSE 0 END), 0)
        FROM ledger_transfers t WHERE t.request_id = r.request_id AND t.organization_id = r.organization_id))
$$;

-- Whether credits are held for a request, so that it may still be charged.
CREATE FUNCTION contact_is_open(p_request_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM ledger_transfers t JOIN ledger_holds h ON h.id = t.hold_id
    WHERE t.request_id = p_request_id AND t.kind = 'hold' AND h.state = 'held')
$$;

-- Claims contacts for a request, all of them or none. Answers those that need not be paid because they were; one row
-- `pending` when another request may be about to pay for one of them: then nothing was claimed.
-- p_record: also notes them as read by the request; a job does that where it charges.
CREATE FUNCTION contact_claim(
  p_organization_id text, p_request_id text, p_person_ids numeric[], p_kinds text[],
  p_since timestamptz, p_now timestamptz, p_record boolean
) RETURNS TABLE (person text, contact text, state text) LANGUAGE plpgsql AS $$
DECLARE
  open_ids numeric[];
  open_kinds text[];
BEGIN
  SELECT array_agg(w.person_id ORDER BY w.person_id, w.kind), array_agg(w.kind ORDER BY w.person_id, w.kind)
  INTO open_ids, open_kinds
  FROM unnest(p_person_ids, p_kinds) AS w (person_id, kind)
  WHERE NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since);

  IF open_ids IS NOT NULL THEN
    -- In one order, so that two requests for the same people cannot wait for each other.
    INSERT INTO contact_claims (organization_id, person_id, kind, request_id, claimed_at)
    SELECT p_organization_id, w.person_id, w.kind, p_request_id, p_now
    FROM unnest(open_ids, open_kinds) WITH ORDINALITY AS w (person_id, kind, place) ORDER BY w.place
    ON CONFLICT DO NOTHING;

    -- From here on every statement sees what the requests it has waited for committed: a hold is older than its claims.
    PERFORM FROM contact_claims c
    WHERE c.organization_id = p_organization_id AND c.request_id <> p_request_id
      AND (c.person_id, c.kind) IN (SELECT w.person_id, w.kind FROM unnest(open_ids, open_kinds) AS w (person_id, kind))
    ORDER BY c.person_id, c.kind FOR UPDATE;
    IF FOUND THEN
      -- Paid and open are asked in one statement: a charge changes both at once.
      IF EXISTS (
        SELECT FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
        JOIN contact_claims c
          ON c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
        WHERE c.request_id <> p_request_id AND contact_is_open(c.request_id)
          AND NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since)
      ) THEN
        -- Nothing is kept while waiting, so that no two requests wait for each other.
        DELETE FROM contact_claims c USING unnest(open_ids, open_kinds) AS w (person_id, kind)
        WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
          AND c.request_id = p_request_id;
        RETURN QUERY SELECT NULL::text, NULL::text, 'pending';
        RETURN;
      END IF;
      UPDATE contact_claims c SET request_id = p_request_id, claimed_at = p_now
      FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
      WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
        AND c.request_id <> p_request_id AND NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since);
    END IF;
    IF p_record THEN
      INSERT INTO contact_reads (organization_id, person_id, kind, request_id, paid_at)
      SELECT p_organization_id, w.person_id, w.kind, p_request_id, p_now
      FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
      JOIN contact_claims c ON c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
      WHERE c.request_id = p_request_id
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;

  RETURN QUERY SELECT w.person_id::text, w.kind, 'paid'
  FROM unnest(p_person_ids, p_kinds) AS w (person_id, kind)
  WHERE NOT EXISTS (
    SELECT FROM unnest(open_ids, open_kinds) AS o (person_id, kind)
    JOIN contact_claims c ON c.organization_id = p_organization_id AND c.person_id = o.person_id AND c.kind = o.kind
    WHERE o.person_id = w.person_id AND o.kind = w.kind AND c.request_id = p_request_id);
END $$;
