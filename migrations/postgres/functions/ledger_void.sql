-- ledger_take_back for a charge at once, of which nothing need be there yet: it may still be on its way. The row left here
-- has its id, so that it fails when it arrives; one that is being carried out is waited for.
CREATE OR REPLACE FUNCTION ledger_void(
  p_hold_id text, p_organization_id text, p_key_id text, p_request_id text, p_operation_id text, p_want bigint,
  p_instance_id text, p_boot_id text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_holds (id, organization_id, subscription_id, key_id, request_id, operation_id, amount, state,
    unit_prices, instance_id, boot_id, created_at, expires_at, closed_at)
  SELECT p_hold_id, p_organization_id, b.subscription_id, p_key_id, p_request_id, p_operation_id, p_want, 'released',
    '{}', p_instance_id, p_boot_id, p_now, p_now, p_now
  FROM subscription_balances b WHERE b.organization_id = p_organization_id ORDER BY b.subscription_id LIMIT 1
  ON CONFLICT (id) DO NOTHING;
  RETURN ledger_take_back(p_hold_id, p_now);
END $$;
