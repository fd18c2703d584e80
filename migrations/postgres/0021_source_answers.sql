-- Answers of outside sources, kept so that the same question is not paid for twice. The key is a digest of source,
-- settings, capability and question; the answer is encrypted with the installation's secret, null when the source
-- knew nothing.
CREATE TABLE source_answers (
  key bytea PRIMARY KEY,
  source text NOT NULL,
  capability text NOT NULL,
  answer bytea,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > asked_at)
);

CREATE INDEX source_answers_expires ON source_answers (expires_at);
