-- Whether credits are held for a request, so that it may still be charged.
CREATE OR REPLACE FUNCTION contact_is_open(p_request_id text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM ledger_transfers t JOIN ledger_holds h ON h.id = t.hold_id
    WHERE t.request_id = p_request_id AND t.kind = 'hold' AND h.state = 'held')
$$;
