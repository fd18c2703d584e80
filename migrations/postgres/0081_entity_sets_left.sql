-- Whether a member ever left a set: of one that only grew, searches read the members without asking who is gone.
CREATE INDEX entity_set_members_left ON entity_set_members (organization_id, set_id) WHERE NOT is_member;
