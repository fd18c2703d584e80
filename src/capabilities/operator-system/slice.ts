import type { Figures } from '../../corpus/figures/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Audit } from '../../platform/audit/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Installation } from '../../platform/telemetry/index.ts'
import type { Sources } from '../../sources/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { prepareSlice } from '../define-slice.ts'
import type { BackupConfig } from './all-backups.ts'
import { operatorSystemFailures } from './failures.ts'
import type { Tasks } from './tasks.ts'

/** What an operator's operations on the whole installation need. */
export interface OperatorSystemDeps {
  db: Postgres
  audit: Audit
  clock: Clock
  jobs: Jobs
  tasks: Tasks
  figures: Figures
  sources: Sources
  installation: Installation
  /** Where backups lie, here and in a bucket. */
  backups: BackupConfig
  /** Seals cursors. */
  secret: Buffer
}

export const { operation, defineSlice } = prepareSlice<
  OperatorSystemDeps,
  keyof typeof operatorSystemFailures.kinds
>('operator-system', { failures: operatorSystemFailures })
export const operatorTag = 'Operator'
