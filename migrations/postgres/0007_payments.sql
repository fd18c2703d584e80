-- Purchases, cards, automatic top-up, alerts, prices by volume.

CREATE TABLE payment_cards (
  organization_id text PRIMARY KEY REFERENCES organizations (id),
  processor text NOT NULL,
  -- The processor's names; card numbers never come here.
  customer_id text NOT NULL,
  payment_method_id text,
  brand text,
  last4 text,
  updated_at timestamptz NOT NULL
);

CREATE TABLE credit_purchases (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  subscription_id text NOT NULL REFERENCES subscriptions (id),
  credits bigint NOT NULL CHECK (credits > 0),
  -- In the smallest unit of the currency.
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  currency text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('manual', 'auto-topup')),
  processor text NOT NULL,
  -- pending: the processor was or will be asked and its answer is not known.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'succeeded', 'failed')),
  idempotency_key text,
  -- The processor's name of the payment.
  reference text,
  failure text,
  request_id text NOT NULL,
  key_id text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CONSTRAINT credit_purchases_settled CHECK ((state = 'pending') = (settled_at IS NULL))
);
CREATE INDEX credit_purchases_subscription ON credit_purchases (organization_id, subscription_id, created_at);
CREATE INDEX credit_purchases_key ON credit_purchases (organization_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX credit_purchases_pending ON credit_purchases (created_at) WHERE state = 'pending';
CREATE INDEX credit_purchases_reference ON credit_purchases (reference) WHERE reference IS NOT NULL;

CREATE TABLE auto_topups (
  subscription_id text PRIMARY KEY REFERENCES subscriptions (id),
  organization_id text NOT NULL,
  is_enabled boolean NOT NULL,
  credit_threshold bigint CHECK (credit_threshold >= 0),
  credits_to_buy bigint CHECK (credits_to_buy > 0),
  max_per_day integer CHECK (max_per_day > 0),
  max_per_month integer CHECK (max_per_month > 0),
  updated_at timestamptz NOT NULL,
  CONSTRAINT auto_topups_complete CHECK (NOT is_enabled OR (credit_threshold IS NOT NULL AND credits_to_buy IS NOT NULL))
);
CREATE INDEX auto_topups_organization ON auto_topups (organization_id) WHERE is_enabled;

-- One row for every level an organization has fallen below and not risen above again: each fall is told once.
CREATE TABLE credit_alerts (
  organization_id text NOT NULL REFERENCES organizations (id),
  level text NOT NULL CHECK (level IN ('500', '10%', 'none')),
  raised_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, level)
);

CREATE TABLE price_tiers (
  organization_id text NOT NULL REFERENCES organizations (id),
  price_key text NOT NULL,
  -- The price holds from this many units in the calendar month on.
  from_units bigint NOT NULL CHECK (from_units > 0),
  unit_price bigint NOT NULL CHECK (unit_price >= 0),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, price_key, from_units)
);

-- Units charged in a calendar month (UTC), of prices with tiers only.
CREATE TABLE price_volumes (
  organization_id text NOT NULL,
  price_key text NOT NULL,
  month date NOT NULL,
  units bigint NOT NULL CHECK (units >= 0),
  PRIMARY KEY (organization_id, price_key, month)
) WITH (fillfactor = 50);

ALTER TABLE api_keys ADD COLUMN pay_as_you_go boolean NOT NULL DEFAULT false;
