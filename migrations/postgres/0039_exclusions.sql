-- Exclusion lists: lists of platform/lists whose members searches leave out.

-- Identifiers of each entry, for finding the entries that carry one. An entry may have several, and one may be of several
-- entries: it is left out as long as one of them is there.
CREATE TABLE exclusion_identifiers (
  list_id text NOT NULL,
  token text NOT NULL,
  -- The member's identifier in list_members.
  entry text NOT NULL,
  PRIMARY KEY (list_id, token, entry)
);
CREATE INDEX exclusion_identifiers_entry ON exclusion_identifiers (list_id, entry);

ALTER TABLE entity_sets
  -- Whether every search of the organization leaves it out, named or not.
  ADD COLUMN everywhere boolean NOT NULL DEFAULT false,
  -- Since when it is unknown. Members go later: searches that found it before are still reading them.
  ADD COLUMN dropped_at timestamptz;
CREATE INDEX entity_sets_everywhere ON entity_sets (organization_id) WHERE everywhere AND dropped_at IS NULL;
CREATE INDEX entity_sets_dropped ON entity_sets (dropped_at) WHERE dropped_at IS NOT NULL;
