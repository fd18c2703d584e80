-- A read counts once its request is charged, so each request has rows of its own: one that fails must not stand in the
-- place of one that was paid for.
ALTER TABLE contact_reads DROP CONSTRAINT contact_reads_pkey,
  ADD PRIMARY KEY (organization_id, person_id, kind, request_id);
