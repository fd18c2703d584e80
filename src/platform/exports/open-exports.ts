import { newId } from '../../lib/ids.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { Downloads } from '../downloads/index.ts'
import type { Jobs, JobView } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import { withoutFields } from './column.ts'
import { withdrawn, type ExportDefinition } from './define-export.ts'
import {
  closeExport,
  deleteExports,
  forgetExpired,
  insertExport,
  lockExport,
  selectExport,
  selectOpen,
  type ExportRow,
} from './export-rows.ts'
import { deleteMonths, giveRowsBack, toMonth, readQuota, takenRows, takeRows } from './quota-rows.ts'
import { findFileType, type FileForm } from './file-form.ts'
import type { ExportRoom } from './export-room.ts'
import { removeParts } from './join-export.ts'
import { mailLinks } from './mail-links.ts'
import { openExportWriter, type ExportWriter } from './write-export.ts'
import { dayMs } from '../../lib/time.ts'

/** A link works this long; each look gives a new one. */
const linkMs = dayMs
/** Exports are shown this long; their files are kept for less. */
const showMs = 40 * dayMs
const tidyAfterMs = 600_000
const sweepBatch = 500

export interface ExportRequest<P> {
  organizationId: string
  /** The cause named in the journal: `exportProspects`. */
  operationId: string
  given: P
  form: FileForm
  /** Known number of rows; no more are read. */
  rows: number
  /** The organization's own limit. */
  maxRows?: number | undefined
  /** Columns left out, by name. */
  excludeFields?: readonly string[] | undefined
  /** E-mail address that the link is sent to. */
  mailTo?: string | undefined
}

/** Rows of the calendar month. */
export interface Allowance {
  quota: number
  used: number
  left: number
}

export type ExportOutcome =
  | { begun: true; exportId: string; mostRows: number }
  /** Refused; nothing was written. */
  | ({ begun: false; reason: 'over-quota' } & Allowance)
  | { begun: false; reason: 'unknown-fields'; fields: readonly string[] }
  | { begun: false; reason: 'no-fields' }

/** An export as its organization sees it. */
export interface ExportView {
  exportId: string
  kind: string
  state: 'queued' | 'running' | 'completed' | 'failed' | 'canceled' | 'expired' | 'withdrawn'
  fileName: string
  /** Of the file; 0 until it is finished. */
  rows: number
  bytes: number
  /** 0 to 100, whole. */
  progressPercent: number
  createdAt: Date
  finishedAt: Date | null
  /** When the file goes; null while there is none. */
  expiresAt: Date | null
  /** Works for a day at most, without a key; null while there is no file. */
  downloadUrl: string | null
  /** Said to clients; null when nothing went wrong. */
  error: string | null
}

export interface Exports extends ExportWriter {
  /** Makes the tables of the queue where they are missing: await it before the transaction of `begin`. */
  ready(): Promise<void>
  /** Begins an export in the caller's transaction. Its rows count against the quota at once; unused ones are given back. */
  begin<P extends object, R, D>(
    tx: Queryable,
    definition: ExportDefinition<P, R, D>,
    request: ExportRequest<P>,
  ): Promise<ExportOutcome>
  /** What an organization may still export this month. */
  allowance(organizationId: string): Promise<Allowance>
  /** Undefined for an unknown id, and for another organization's. */
  find(organizationId: string, exportId: string): Promise<ExportView | undefined>
  /** Tidies up after exports that ended, and forgets old ones, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

interface ExportsSettings extends ExportRoom {
  jobs: Pick<Jobs, 'begin' | 'ready' | 'look' | 'isUnfinished'>
  downloads: Pick<Downloads, 'link'>
  mail: Pick<Mail, 'send'>
  /** Most rows that a subscription exports in a calendar month, unless it is set otherwise. */
  monthlyRows: number
}

export function openExports(settings: ExportsSettings): Exports {
  const { db, jobs } = settings
  return {
    ...openExportWriter({ ...settings, announce: (exportId) => mailLinks(settings, exportId) }),
    ready: () => jobs.ready(),
    begin: (tx, definition, request) => beginExport(settings, tx, definition, request),
    allowance: (organizationId) => readAllowance(settings, db, organizationId),
    async find(organizationId, exportId) {
      const row = await selectExport(db, exportId)
      if (row === undefined || row.organizationId !== organizationId) return undefined
      const job = await jobs.look({ id: row.taskId, kind: row.kind, organizationId })
      return buildView(settings, row, job)
    },
    async purge(nowMs) {
      const purged = await purge(settings, nowMs)
      await mailLinks(settings)
      return purged
    },
  }
}

async function readAllowance(
  { clock, monthlyRows }: ExportsSettings,
  on: Queryable,
  organizationId: string,
): Promise<Allowance> {
  const quota = await readQuota(on, organizationId, monthlyRows)
  const used = await takenRows(on, { organizationId, month: toMonth(clock.now()) })
  return { quota, used, left: Math.max(0, quota - used) }
}

/** Takes the rows of an export from the quota and begins its job, in one transaction. */
async function beginExport<P extends object, R, D>(
  settings: ExportsSettings,
  tx: Queryable,
  definition: ExportDefinition<P, R, D>,
  request: ExportRequest<P>,
): Promise<ExportOutcome> {
  const { clock, jobs, monthlyRows } = settings
  const { organizationId, operationId, form, excludeFields = [] } = request
  const { spec } = definition
  const { columns, unknown } = withoutFields(spec.columns(request.given), excludeFields)
  if (unknown.length > 0) return { begun: false, reason: 'unknown-fields', fields: unknown }
  if (columns.length === 0) return { begun: false, reason: 'no-fields' }
  const mostRows = Math.min(request.rows, request.maxRows ?? Infinity)
  const month = toMonth(clock.now())
  const quota = await readQuota(tx, organizationId, monthlyRows)
  if (!(await takeRows(tx, { organizationId, month }, { rows: mostRows, quota })))
    return { begun: false, reason: 'over-quota', ...(await readAllowance(settings, tx, organizationId)) }
  const exportId = newId('exp', clock)
  const { partRows } = spec
  const params = { exportId, given: request.given, form, excludeFields, mostRows, partRows }
  const parts = Math.max(1, Math.ceil(mostRows / partRows))
  const items = Array.from({ length: parts }, (_, part) => ({ part }))
  const begun = await jobs.begin(tx, definition, { organizationId, operationId, params, items })
  // It costs nothing, so credits cannot run short.
  if (!begun.begun) throw new Error(`${spec.id}: ${begun.reason}`)
  const { contentType, ending } = findFileType(form)
  await insertExport(tx, {
    id: exportId,
    organizationId,
    kind: spec.id,
    taskId: begun.taskId,
    contentType,
    fileName: `${spec.fileName(request.given)}.${ending}`,
    mostRows,
    month,
    mailTo: request.mailTo ?? null,
    createdAt: new Date(clock.now()),
  })
  return { begun: true, exportId, mostRows }
}

function buildView(
  { clock, downloads }: { clock: ExportRoom['clock']; downloads: Pick<Downloads, 'link'> },
  row: ExportRow,
  job: JobView | undefined,
): ExportView {
  const state = findState(row, job, clock.now())
  const { id: exportId, organizationId, kind, fileName, contentType, blobId } = row
  const leftMs = (row.expiresAt?.getTime() ?? 0) - clock.now()
  const file = { exportId, organizationId, fileName, contentType, livesMs: Math.min(linkMs, leftMs) }
  const hasFile = state === 'completed' && blobId !== null
  return {
    exportId,
    kind,
    state,
    fileName,
    rows: row.rows,
    bytes: row.bytes,
    // The job has taken all rows before the file is put together.
    progressPercent: row.finishedAt === null ? Math.min(job?.progressPercent ?? 0, 99) : 100,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
    expiresAt: row.expiresAt,
    downloadUrl: hasFile
      ? downloads.link({
          ...file,
          blobId,
        })
      : null,
    error: state === 'withdrawn' ? withdrawn : (job?.error ?? null),
  }
}

function findState(row: ExportRow, job: JobView | undefined, nowMs: number): ExportView['state'] {
  if (row.isWithdrawn) return 'withdrawn'
  if (row.expiresAt !== null) return row.expiresAt.getTime() <= nowMs ? 'expired' : 'completed'
  // Between the end of the last part and the file.
  if (job?.state === 'completed') return 'running'
  return job?.state ?? 'failed'
}

async function purge(
  room: ExportRoom & { jobs: Pick<Jobs, 'isUnfinished'> },
  nowMs: number,
): Promise<number> {
  const { db, jobs } = room
  for (const { id, taskId, finishedAt } of await selectOpen(db, {
    beforeMs: nowMs - tidyAfterMs,
    most: sweepBatch,
  })) {
    if (finishedAt === null && (await jobs.isUnfinished(db, taskId))) continue
    if (finishedAt === null) await removeParts(room, id)
    await db.transact(async (tx) => {
      const row = await lockExport(tx, id)
      if (row === undefined || !(await closeExport(tx, id))) return
      // Rows that were never written do not count.
      if (row.finishedAt === null) await giveRowsBack(tx, row, row.mostRows)
    })
  }
  await forgetExpired(db, nowMs)
  await deleteMonths(db, nowMs - 400 * dayMs)
  return deleteExports(db, { beforeMs: nowMs - showMs, most: sweepBatch })
}
