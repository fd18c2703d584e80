-- The numbers of a member of an entity set, for whoever writes members: one without its number would be left out nowhere.
-- People name their employers by a domain, or by a page where they give none (search-index/employer-domains.ts): members that
-- name either have its number.
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

CREATE OR REPLACE TRIGGER entity_set_digests BEFORE INSERT OR UPDATE ON entity_set_members
  FOR EACH ROW EXECUTE FUNCTION entity_set_digests();
