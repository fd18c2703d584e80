import { group } from './entry.ts'

/** What DESIGN.md section 7 promises; each has a test that can fail. */
export const promises = [
  ...group(
    { source: 'DESIGN 7, Ledger' },
    {
      'promise.ledger.sum-equals-balance': 'the sum of entries equals the balance at every committed instant',
      'promise.ledger.never-negative': 'no balance is ever negative',
      'promise.ledger.append-only': 'entries can be neither updated nor deleted',
      'promise.ledger.double-entry': 'the entries of each transaction sum to zero over all accounts',
      'promise.ledger.one-charge-per-key':
        'one idempotency key is at most one charge, over SIGKILL at any point',
      'promise.ledger.last-credit-once': 'of 1,000 parallel calls with one credit left exactly one is served',
      'promise.ledger.failure-free': '400, 401, 402, 404, 409, 422, 429 and 5xx cost nothing',
      'promise.ledger.hold-released': 'the hold of failed work is released in full',
      'promise.ledger.partial-page': 'with less credit than a page costs, the page holds the rows it pays',
      'promise.ledger.exact-milli-credits': 'amounts are whole milli-credits; no rounding is lost',
    },
  ),
  ...group(
    { source: 'DESIGN 7, Limits' },
    {
      'promise.limits.no-over-admission': 'no rolling 60 s admits more than the limit in one process',
      'promise.limits.admits-95-percent': 'at twice the load at least 95 % of the limit is admitted',
      'promise.limits.truthful-retry-after': 'a call after Retry-After is admitted when nobody else calls',
      'promise.limits.no-trace': 'a 429 leaves no trace: no charge, no hold, no idempotency record',
      'promise.limits.shared-by-keys': 'all keys of an organization share the budget',
      'promise.limits.50-connections': '50 connections over a 120 limit: exactly 120 admitted',
    },
  ),
  ...group(
    { source: 'DESIGN 7, Keys' },
    {
      'promise.keys.format': 'keys are alm_live_ or alm_test_ with 30 base62 and 6 of CRC32',
      'promise.keys.checksum-first': 'a key with a bad checksum touches no database',
      'promise.keys.stored-as-hmac': 'only the HMAC of a key is stored',
      'promise.keys.revoke-at-once': 'a revoked key is refused at once here, within 1 s elsewhere',
      'promise.keys.nowhere-raw': 'no raw key is in any table, log, error or export',
    },
  ),
  ...group(
    { source: 'DESIGN 7, Stores' },
    {
      'promise.stores.postgres-kill': 'no acknowledged row is lost when the postmaster is killed',
      'promise.stores.engine-kill': 'no acknowledged insert is lost when the engine child is killed',
      'promise.stores.postgres-down': 'Postgres down: 503 within 2 s, nothing charged, recovery by itself',
      'promise.stores.engine-down': 'engine down: searches answer 503 uncharged, the rest works',
      'promise.stores.fsync-off-refused': 'a Postgres with fsync off is refused at start',
      'promise.stores.orphan-adopted': 'an orphaned postmaster of our directory is adopted',
      'promise.stores.second-instance': 'a second instance on a data directory exits with a clear message',
      'promise.stores.read-only-queries': 'a search query can neither write nor read files or URLs',
      'promise.stores.bound-parameters':
        'hostile text in parameters comes back unchanged and changes nothing',
    },
  ),
  ...group(
    { source: 'DESIGN 7, API' },
    {
      'promise.api.no-5xx': 'no input of a client answers 5xx or ends the process',
      'promise.api.foreign-id-unknown': 'an id of another organization answers exactly like an unknown one',
      'promise.api.event-loop': 'no input of 1 MiB blocks the event loop for 100 ms',
      'promise.api.no-internals': 'errors carry errorCode and no internals',
      'promise.api.body-caps': 'a body over 1 MiB or deeper than 32 is refused before it is read further',
      'promise.api.output-checked': 'every answer passes the output schema of its operation',
    },
  ),
  ...group(
    { source: 'DESIGN 5' },
    {
      'promise.corpus.newest-once': 'a record appears once in any search, in its newest version',
      'promise.corpus.visible-in-1s': 'a write is visible to search within 1 s',
      'promise.corpus.one-normaliser': 'every known identifier finds the entity, in any spelling',
      'promise.corpus.import-repeatable': 'the same file imported twice changes nothing',
      'promise.corpus.import-rejects': 'a bad line is rejected with line, reason and value; the rest loads',
      'promise.corpus.sample-deterministic': 'the same seed gives the same sample, whole or in ranges',
    },
  ),
  ...group(
    { source: 'DESIGN 3' },
    {
      'promise.house.layers': 'a planted import against the layers is caught by the linter',
      'promise.house.generated-current': 'generated files are current',
    },
  ),
  ...group(
    { source: 'DESIGN 1' },
    {
      'promise.run.ready-line': 'start prints the ready line and health answers 200',
      'promise.run.drain': 'SIGTERM lets running calls finish and then exits 0',
      'promise.run.restart-after-kill': 'a start after SIGKILL works on the same data directory',
      'promise.run.bootstrap-key': 'the first start makes an organization and prints its key once',
    },
  ),
  ...group(
    { source: 'DESIGN 7, Webhooks' },
    {
      'promise.webhooks.same-transaction': 'the outbox row is written in the transaction of its cause',
      'promise.webhooks.dead-endpoints': 'dead endpoints never slow healthy ones',
      'promise.webhooks.replay': 'deliveries are logged and can be replayed',
    },
  ),
  ...group(
    { source: 'DESIGN 7, Jobs' },
    {
      'promise.jobs.survive-kill': 'acknowledged work survives SIGKILL and goes on within 60 s',
      'promise.jobs.charged-once': 'each item is charged once',
      'promise.jobs.cancel-stops': 'a cancel stops charging within one item',
      'promise.jobs.poison-parks': 'poison parks after 5 attempts',
      'promise.jobs.schedule-slots': 'one run per schedule slot, one catch-up run after downtime',
    },
  ),
  ...group(
    { source: 'DESIGN 7, Exports' },
    {
      'promise.exports.rfc-4180': 'exports are RFC 4180 and formula-safe',
      'promise.exports.streamed': 'exports stream in bounded memory',
      'promise.exports.links-expire': 'export links expire',
    },
  ),
]
