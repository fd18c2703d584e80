-- Whether credits of a subscription can be spent: active, and its period or the grace time after it is not over.
CREATE OR REPLACE FUNCTION subscription_usable(s subscriptions, p_now timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.status = 'active' AND p_now < s.period_resets_at + make_interval(hours => 24 * s.grace_days)
$$;
