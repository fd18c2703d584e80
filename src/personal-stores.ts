import type { AnySlice, ForgetParts } from './capabilities/index.ts'
import { forgetEntitySets } from './corpus/entity-sets/index.ts'
import { entityKinds } from './corpus/kinds/index.ts'
import { forgetEvents } from './platform/events/index.ts'
import { forgetExports } from './platform/exports/index.ts'
import { forgetReplays } from './platform/idempotency/index.ts'
import { forgetJobs } from './platform/jobs/index.ts'
import { checkDeclared, type OtherTables, type PersonalStore } from './platform/privacy/index.ts'
import { forgetLists } from './platform/lists/index.ts'
import { forgetRequests } from './platform/requests/index.ts'
import { forgetWebhookAnswers } from './platform/webhooks/index.ts'
import { forgetAnswers } from './sources/index.ts'
import { tablesMadeBy, type Postgres } from './store/postgres/index.ts'
import { migrations } from './stores.ts'

/** All stores of data or questions about people, and how each forgets a person. */
export function personalStores(parts: ForgetParts, slices: readonly AnySlice[]): PersonalStore[] {
  const { db } = parts
  return [
    forgetJobs(parts),
    forgetExports(parts),
    forgetEvents(db),
    forgetReplays(parts),
    forgetRequests(db),
    forgetWebhookAnswers(db),
    forgetAnswers(db),
    forgetLists(parts),
    forgetEntitySets(db),
    ...slices.flatMap((slice) => slice.forget?.(parts) ?? []),
  ]
}

const customers = 'customers and their members, who are not in the corpus'
const money = 'credits and what they were spent on: ids and prices'
const ofCorpus = 'goes with the person: openSubjects of corpus/write'
const state = 'the state of our own work: names of kinds, sources and files'

const belowSlices: OtherTables = {
  organizations: customers,
  organization_members: customers,
  sign_up_codes: customers,
  console_codes: customers,
  console_sessions: customers,
  api_keys: customers,
  audit_entries: customers,
  audit_heads: customers,
  sandbox_clocks: customers,
  oauth_records: customers,
  rate_limit_overrides: customers,
  api_key_usage: money,
  subscriptions: money,
  subscription_balances: money,
  prices: money,
  ledger_transfers: money,
  ledger_holds: money,
  credit_acts: money,
  price_tiers: money,
  price_volumes: money,
  record_reads: 'ids of records that were paid for: once the record is gone nothing identifies anybody',
  usage_days: money,
  export_quotas: 'rows an organization exported in a month',
  payment_cards: money,
  credit_purchases: money,
  auto_topups: money,
  credit_alerts: money,
  budget_alerts: money,
  rate_limit_processes: state,
  rate_limit_windows: state,
  corpus_commits: state,
  corpus_commit_log: state,
  corpus_sample_chunks: state,
  corpus_rebuilds: state,
  corpus_datasets: state,
  corpus_dataset_publications: state,
  corpus_dataset_lines: ofCorpus,
  corpus_confirmations: ofCorpus,
  corpus_stale_counts: state,
  corpus_line_members: 'names of members',
  corpus_contested: ofCorpus,
  corpus_dictionaries: 'synthetic records',
  ...Object.fromEntries(
    entityKinds.flatMap((kind) => [
      [`corpus_records_${kind}`, ofCorpus],
      [`corpus_snapshots_${kind}`, ofCorpus],
    ]),
  ),
  lists: 'names and settings that customers give their lists',
  list_versions: 'counts of members, and which key changed them',
  list_activity: 'what keys did with lists: counts, and names of lists',
  schedules: state,
  schedule_runs: state,
  webhook_endpoints: customers,
  webhook_former_secrets: customers,
  webhook_deliveries: 'go with their event, which has the payload',
  webhook_mails: 'ids, and digests of addresses of customers',
  schema_migrations: state,
  schema_functions: state,
  entity_sets: 'names of sets',
  corpus_merges: ofCorpus,
  suppressions: 'who asked, without who it is',
  suppressed_identifiers: 'digests',
  uploads: 'digests of files; what is in them lies among the blobs, and goes with the runs that used them',
}

/** Tables with text that need no forgetting of their own, and why. */
export const otherTables = (slices: readonly AnySlice[]): OtherTables =>
  Object.assign({}, belowSlices, ...slices.map(({ keeps }) => keeps)) as OtherTables

/** Throws UndeclaredStore: called before anything can be stored. `folder`: the migrations that made the tables. */
export async function checkStores(
  db: Postgres,
  { stores, slices }: { stores: readonly PersonalStore[]; slices: readonly AnySlice[] },
  folder = migrations('postgres'),
): Promise<void> {
  await checkDeclared(db, { stores, others: otherTables(slices), ours: await tablesMadeBy(folder) })
}
