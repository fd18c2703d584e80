import { forgetEvents } from './platform/events/index.ts'
import { forgetReplays } from './platform/idempotency/index.ts'
import { forgetJobs } from './platform/jobs/index.ts'
import { checkDeclared, type OtherTables, type PersonalStore } from './platform/privacy/index.ts'
import { forgetRequests } from './platform/requests/index.ts'
import { forgetAnswers } from './sources/index.ts'
import type { Blobs } from './store/blobs/index.ts'
import { tablesMadeBy, type Postgres } from './store/postgres/index.ts'
import { migrations } from './stores.ts'

/** Whatever is kept of what was said or asked about people, with how it forgets one. */
export function personalStores(given: {
  db: Postgres
  secret: Buffer
  blobs: Pick<Blobs, 'remove'>
}): PersonalStore[] {
  const { db } = given
  return [
    ...[forgetJobs(given), forgetEvents(db), forgetReplays(given)],
    ...[forgetRequests(db), forgetAnswers(db)],
  ]
}

const customers = 'customers and their members, who are not in the corpus'
const money = 'credits and what they were spent on: ids and prices'
const state = 'the state of our own work: names of kinds, sources and files'

/** Tables with text that need no forgetting of their own, and why. */
export const otherTables: OtherTables = {
  ...{ organizations: customers, organization_members: customers, sign_up_codes: customers },
  ...{ api_keys: customers, audit_entries: customers, audit_heads: customers, sandbox_clocks: customers },
  ...{ api_key_usage: money, subscriptions: money, subscription_balances: money, prices: money },
  ...{ ledger_transfers: money, ledger_holds: money, price_tiers: money, price_volumes: money },
  ...{ payment_cards: money, credit_purchases: money, auto_topups: money, credit_alerts: money },
  ...{ rate_limit_processes: state, rate_limit_windows: state, rate_limit_overrides: customers },
  ...{ schedules: state, schedule_runs: state },
  webhook_endpoints: customers,
  webhook_deliveries: 'go with their event, which has the payload',
  webhook_attempts: 'what receivers answered: a status',
  entity_sets: 'names of sets; who is in them are ids of the corpus',
  contact_reads:
    'ids of people whose contacts were paid for: nothing tells who they are once the record is gone',
  contact_claims: 'the same ids, while a request pays',
  ...{ corpus_commits: state, corpus_commit_log: state, corpus_sample_chunks: state },
  corpus_merges: 'goes with the person: openSubjects of corpus/write',
  site_icons: 'domains of companies',
  ...{ suppressions: 'who asked, without who it is', suppressed_identifiers: 'digests' },
  uploads: 'digests of files; what is in them lies among the blobs, and goes with the runs that used them',
  schema_migrations: state,
}

/** Throws UndeclaredStore: called before anything can be stored. `folder`: the migrations that made the tables. */
export async function checkStores(
  db: Postgres,
  stores: readonly PersonalStore[],
  folder = migrations('postgres'),
): Promise<void> {
  await checkDeclared(db, { stores, others: otherTables, ours: await tablesMadeBy(folder) })
}
