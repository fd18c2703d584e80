import type { NetworkHosts } from '../../lib/network-url.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { Exports } from '../../platform/exports/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { audiences, type AudiencesDeps } from '../audiences/index.ts'
import { prepareSlice } from '../define-slice.ts'
import { exportFailures, type ExportFailure } from './failures.ts'

/** What the operations on exports, and their jobs, need. */
export interface ExportsDeps {
  db: Postgres
  audit: Audit
  exports: Exports
  audiences: AudiencesDeps
  network: NetworkHosts
  /** True in sandboxes, where links are not mailed. */
  isSandbox: boolean
}

export const { operation, defineSlice } = prepareSlice<ExportsDeps, ExportFailure>('exports', {
  failures: exportFailures,
})
export const tag = 'Audiences'

export const exports = defineSlice({
  open: ({ db, platform, network, isSandbox, openDeps }) => ({
    deps: {
      db,
      audit: platform.audit,
      exports: platform.exports,
      audiences: openDeps(audiences),
      network,
      isSandbox,
    },
  }),
})
