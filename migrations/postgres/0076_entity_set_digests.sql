-- Members of entity sets by the numbers that search rows hold (search-index/token-number.ts): a page looks up those of its
-- rows instead of reading whole sets. Of a domain also its own number, by which people name their employers. Made here for
-- whoever writes members: one without its number would be left out nowhere.
ALTER TABLE entity_set_members ADD COLUMN digest bigint, ADD COLUMN domain_digest bigint;

CREATE FUNCTION entity_set_digests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.digest := ('x' || substr(encode(sha256(convert_to(NEW.token, 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
  IF starts_with(NEW.token, 'dom:') THEN
    NEW.domain_digest :=
      ('x' || substr(encode(sha256(convert_to(substr(NEW.token, 5), 'UTF8')), 'hex'), 1, 16))::bit(64)::bigint;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER entity_set_digests BEFORE INSERT OR UPDATE ON entity_set_members
  FOR EACH ROW EXECUTE FUNCTION entity_set_digests();

-- Through the trigger.
UPDATE entity_set_members SET digest = 0;
ALTER TABLE entity_set_members ALTER digest SET NOT NULL;

CREATE INDEX entity_set_members_digest ON entity_set_members (organization_id, set_id, digest, version);
CREATE INDEX entity_set_members_domain ON entity_set_members (organization_id, set_id, domain_digest, version)
  WHERE domain_digest IS NOT NULL;
