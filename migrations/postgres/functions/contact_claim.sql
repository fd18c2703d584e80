-- Claims contacts for a request, all of them or none. Answers those that need not be paid because they were; one row
-- `pending` when another request may be about to pay for one of them: then nothing was claimed.
-- p_record: also notes them as read by the request; a job does that where it charges.
-- A claim costs what is claimed, however much the organization has read before: each contact is looked up by its key, and a
-- request that is alone with its contacts, as nearly every request is, looks once.
CREATE OR REPLACE FUNCTION contact_claim(
  p_organization_id text, p_request_id text, p_person_ids numeric[], p_kinds text[],
  p_since timestamptz, p_now timestamptz, p_record boolean
) RETURNS TABLE (person text, contact text, state text) LANGUAGE plpgsql
-- A session plans this once, perhaps while there are few claims.
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  open_ids numeric[];
  open_kinds text[];
  own_ids numeric[];
  own_kinds text[];
  inserted bigint;
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
    GET DIAGNOSTICS inserted = ROW_COUNT;

    IF inserted = cardinality(open_ids) THEN
      -- Nobody else has claimed any of them, so nobody else has paid or is about to: claims outlive what they pay for.
      own_ids := open_ids;
      own_kinds := open_kinds;
    ELSE
      -- From here on every statement sees what the requests it has waited for committed: a hold is older than its claims.
      PERFORM FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
      CROSS JOIN LATERAL (
        SELECT FROM contact_claims c
        WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
          AND c.request_id <> p_request_id
        FOR UPDATE) c;
      -- Paid and open are asked in one statement: a charge changes both at once.
      IF EXISTS (
        SELECT FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
        CROSS JOIN LATERAL (
          SELECT c.request_id FROM contact_claims c
          WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind OFFSET 0) c
        WHERE c.request_id <> p_request_id AND contact_is_open(c.request_id)
          AND NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since)
      ) THEN
        -- Nothing is kept while waiting, so that no two requests wait for each other.
        DELETE FROM contact_claims c WHERE c.ctid = ANY (ARRAY(
          SELECT c.ctid FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
          CROSS JOIN LATERAL (
            SELECT c.ctid FROM contact_claims c
            WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
              AND c.request_id = p_request_id OFFSET 0) c));
        RETURN QUERY SELECT NULL::text, NULL::text, 'pending';
        RETURN;
      END IF;
      -- Locked above: nobody moves or changes them meanwhile.
      UPDATE contact_claims c SET request_id = p_request_id, claimed_at = p_now WHERE c.ctid = ANY (ARRAY(
        SELECT c.ctid FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
        CROSS JOIN LATERAL (
          SELECT c.ctid FROM contact_claims c
          WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
            AND c.request_id <> p_request_id OFFSET 0) c
        WHERE NOT contact_is_paid(p_organization_id, w.person_id, w.kind, p_since)));
      SELECT array_agg(w.person_id), array_agg(w.kind) INTO own_ids, own_kinds
      FROM unnest(open_ids, open_kinds) AS w (person_id, kind)
      CROSS JOIN LATERAL (
        SELECT FROM contact_claims c
        WHERE c.organization_id = p_organization_id AND c.person_id = w.person_id AND c.kind = w.kind
          AND c.request_id = p_request_id OFFSET 0) c;
    END IF;
    IF p_record THEN
      INSERT INTO contact_reads (organization_id, person_id, kind, request_id, paid_at)
      SELECT p_organization_id, w.person_id, w.kind, p_request_id, p_now
      FROM unnest(own_ids, own_kinds) AS w (person_id, kind)
      ON CONFLICT DO NOTHING;
    END IF;
  END IF;

  RETURN QUERY SELECT w.person_id::text, w.kind, 'paid'
  FROM unnest(p_person_ids, p_kinds) AS w (person_id, kind)
  WHERE NOT EXISTS (
    SELECT FROM unnest(own_ids, own_kinds) AS o (person_id, kind) WHERE o.person_id = w.person_id AND o.kind = w.kind);
END $$;
