-- People name their employers by a page, too, where they give no domain (search-index/employer-domains.ts): members that name
-- a page have its number beside those that name a domain.
CREATE OR REPLACE FUNCTION entity_set_digests() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  employer text := CASE
    WHEN starts_with(NEW.token, 'dom:') THEN substr(NEW.token, 5)
    WHEN starts_with(NEW.token, 'slug:') THEN '/' || substr(NEW.token, 6)
  END;
BEGIN
  NEW.digest := ('x' || substr(encode(sha256(convert_to(NEW.token, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
  NEW.domain_digest := ('x' || substr(encode(sha256(convert_to(employer, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
  RETURN NEW;
END
$$;

-- Through the trigger.
UPDATE entity_set_members SET digest = 0 WHERE starts_with(token, 'slug:');
