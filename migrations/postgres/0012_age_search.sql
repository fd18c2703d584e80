-- Age is a protected attribute: an operator can switch searching by it off for an organization.
ALTER TABLE organizations ADD COLUMN age_search boolean NOT NULL DEFAULT true;
