import type { GivenRow } from '../../corpus/tables/index.ts'
import { Failure, type Call } from '../../operation/index.ts'
import type { JobView } from '../../platform/jobs/index.ts'
import { enrichFailures } from './failures.ts'
import type { EnrichParams } from './enrich-params.ts'
import type { RowFound } from './find-rows.ts'
import { enrichList } from './jobs/enrich-list.ts'
import { selectGroup, selectRow, type RowGroup } from './row-groups.ts'
import { openRowValues } from './row-values.ts'
import { openRowId } from './shown-row.ts'
import type { EnrichDeps } from './slice.ts'

/** Refuses a run that has no list to download or to decide rows of, with the reason. */
export function requireResult({ done, state, result }: Pick<JobView, 'done' | 'state' | 'result'>): void {
  if (!done) throw enrichFailures.of('run-going-on')
  if (state === 'canceled') throw enrichFailures.of('run-canceled')
  if (state === 'failed') throw enrichFailures.of('run-failed')
  if (result === null) throw enrichFailures.of('run-withdrawn')
}

/** A row of a run that has ended, with the group it belongs to. */
export interface RowOfRun {
  job: JobView<EnrichParams>
  row: number
  value: Buffer
  group: RowGroup
  cells: GivenRow
  /** As it was looked up, whatever was decided since. */
  looked: RowFound
  stored: { input: string; output: string | null }
}

/** Reads a row that may be decided. Throws the failures of the slice, and `not-found` for other runs and rows. */
export async function readRowOfRun(
  deps: EnrichDeps,
  call: Call,
  { runId, rowId }: { runId: string; rowId: string },
): Promise<RowOfRun> {
  const job = await deps.jobs.find(enrichList, call, runId)
  requireResult(job)
  const row = openRowId(rowId, job.params.kind)
  const stored = await selectRow(deps.db, job.id, row)
  if (stored === undefined) throw new Failure('not-found')
  const cells = JSON.parse(stored.input) as GivenRow
  const value = openRowValues(deps.secret, job.params)(cells)
  const group = await selectGroup(deps.db, job.id, { value, row })
  const looked = stored.output === null ? undefined : (JSON.parse(stored.output) as RowFound)
  if (group === undefined || looked?.match !== 'unsure') throw enrichFailures.of('row-not-unsure')
  return { job, row, value, group, cells, looked, stored }
}
