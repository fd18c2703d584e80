import { findAttribution } from '../../corpus/datasets/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { Exports } from '../../platform/exports/index.ts'
import type { ListMember } from '../../platform/lists/index.ts'
import type { RecordReads } from '../../platform/record-reads/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { audiences, type AudiencesDeps } from '../audiences/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { companyExclusions, prospectExclusions } from '../exclusions/index.ts'
import { companyTrackers, personTrackers } from '../trackers/index.ts'
import { exportFailures, type ExportFailure } from './failures.ts'

/** Lists of one kind, as exports read them. */
interface MemberLists<K extends 'company' | 'person'> {
  find(
    on: Queryable,
    organizationId: string,
    id: string,
  ): Promise<
    | { name: string; archivedAt: Date | null; counts: Partial<Record<'company' | 'person', number>> }
    | undefined
  >
  members(
    on: Queryable,
    organizationId: string,
    id: string,
    page: { kind: K; after?: number; most: number },
  ): Promise<ListMember[] | undefined>
}

/** What the operations on exports, and their jobs, need. */
export interface ExportsDeps {
  db: Postgres
  audit: Audit
  exports: Exports
  recordReads: Pick<RecordReads, 'countPaid' | 'windowDays'>
  audiences: AudiencesDeps
  /** Lists besides audiences whose members are exported. */
  lists: Record<
    'tracker_list' | 'exclusion_list',
    { company: MemberLists<'company'>; person: MemberLists<'person'> }
  >
  network: NetworkHosts
  /** Address of what has to be said with an export; null where nothing has to be. */
  findAttribution(): Promise<string | null>
  /** Seals cursors. */
  secret: Buffer
  /** True in sandboxes, where links are not mailed. */
  isSandbox: boolean
}

export const { operation, defineSlice } = prepareSlice<ExportsDeps, ExportFailure>('exports', {
  failures: exportFailures,
})
export const tag = 'Audiences'

export const exports = defineSlice({
  open: ({ db, platform, corpus, baseUrl, network, secret, isSandbox, openDeps }) => ({
    deps: {
      db,
      audit: platform.audit,
      exports: platform.exports,
      recordReads: platform.recordReads,
      audiences: openDeps(audiences),
      lists: {
        tracker_list: {
          company: platform.lists.of(companyTrackers),
          person: platform.lists.of(personTrackers),
        },
        exclusion_list: {
          company: platform.lists.of(companyExclusions),
          person: platform.lists.of(prospectExclusions),
        },
      },
      network,
      secret,
      isSandbox,
      findAttribution: () => findAttribution(corpus.datasets, baseUrl),
    },
  }),
})
