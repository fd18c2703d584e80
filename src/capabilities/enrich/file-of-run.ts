import type { Postgres } from '../../store/postgres/index.ts'
import type { JobView } from '../../platform/jobs/index.ts'
import { readStats, type EnrichParams, type EnrichResult, type EnrichStats } from './enrich-params.ts'
import { selectCounts, type RunCounts } from './row-groups.ts'
import type { EnrichDeps } from './slice.ts'
import { itemsAtOnce, linesOf, writeFile, type FileForm } from './write-file.ts'

/** Links end up in mails and chats, so they expire soon; each answer has a new one. */
export const linkMs = 24 * 3_600_000

/** A file of a run with everything that was decided until now. */
export interface FileOfRun {
  blobId: string
  stats: EnrichStats
}

const nameForm = ({ format, hasMark }: FileForm) => (hasMark === true ? `${format} with mark` : format)

/**
 * The file of a run that has ended, written again if rows were decided since, or if nobody had this form yet. Undefined for a
 * run without a file: it failed, was canceled, or its files were withdrawn.
 */
export async function fileOfRun(
  deps: EnrichDeps,
  job: JobView<EnrichParams>,
  { form, nowMs, signal }: { form: FileForm; nowMs: number; signal: AbortSignal },
): Promise<FileOfRun | undefined> {
  const result = job.result as EnrichResult | null
  if (result === null) return undefined
  const stats = readStats(result) as EnrichStats
  const counts = (await selectCounts(deps.db, [job.id])).get(job.id)
  const decisions = counts?.decisions ?? 0
  const isDefault = form.format === job.params.format && form.hasMark !== true
  const written = isDefault
    ? { blobId: result.blobId, decisions: result.decisions ?? 0 }
    : result.files?.[nameForm(form)]
  if (written?.decisions === decisions) return { blobId: written.blobId, stats }
  let file: FileOfRun | undefined
  const isThere = await deps.jobs.renewResult(job.id, async () => {
    const pages = deps.jobs.pages(job, itemsAtOnce)
    const { id, params } = job
    const made = await writeFile(deps, { id, params, form, pages, nowMs, signal })
    file = made
    return (current) => {
      const before = current as EnrichResult
      if (isDefault) return { ...before, ...made, decisions }
      const files = { ...before.files, [nameForm(form)]: { blobId: made.blobId, decisions } }
      return { ...before, files }
    }
  })
  return isThere ? file : undefined
}

/** A link to a file of a run. */
export function linkToFile(
  { downloads }: Pick<EnrichDeps, 'downloads'>,
  { id, params }: Pick<JobView<EnrichParams>, 'id' | 'params'>,
  { form, blobId }: { form: FileForm; blobId: string },
): string {
  const { contentType } = linesOf(params, form)
  return downloads.link({
    taskId: id,
    blobId,
    fileName: nameDownload({ id, params }, form),
    contentType,
    livesMs: linkMs,
  })
}

/** As the list was called, with what it is now: `kunden.enriched.csv`. */
function nameDownload(
  { id, params }: Pick<JobView<EnrichParams>, 'id' | 'params'>,
  { format }: FileForm,
): string {
  const stem = params.fileName?.replace(/(?:\.[a-z0-9]{1,5}){1,2}$/i, '') ?? ''
  return stem === '' ? `${id}.${format}` : `${stem}.enriched.${format}`
}

/** Rows of a run by outcome, as they were decided until now. */
export function currentStats(stats: EnrichStats | null, counts: RunCounts | undefined): EnrichStats | null {
  if (counts === undefined) return stats
  const { matched, unsure, notFound, unreadable, blank } = counts
  return { matched, duplicates: stats?.duplicates ?? 0, unsure, notFound, unreadable, blank }
}

/** Rows of a run that has ended by outcome, as they were decided until now; null for a run without a file. */
export async function statsOfRun(
  db: Postgres,
  { id, result }: Pick<JobView, 'id' | 'result'>,
): Promise<EnrichStats | null> {
  if (result === null) return null
  return currentStats(readStats(result), (await selectCounts(db, [id])).get(id))
}
