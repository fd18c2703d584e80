import type { Call } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { Downloads } from '../downloads/index.ts'
import type { Jobs, JobView } from '../jobs/index.ts'
import type { Mail } from '../mail/index.ts'
import type { RecordReads } from '../record-reads/index.ts'
import {
  beginExport,
  readAllowance,
  startExport,
  type Allowance,
  type BeginSettings,
  type ExportOutcome,
  type ExportRequest,
  type PaidExport,
} from './begin-export.ts'
import { withdrawn, type ExportDefinition } from './define-export.ts'
import {
  closeExport,
  deleteExports,
  dropRecords,
  forgetExpired,
  lockExport,
  selectExport,
  selectExports,
  selectOpen,
  type ExportRow,
} from './export-rows.ts'
import { deleteMonths, giveRowsBack } from './quota-rows.ts'
import type { ExportOrigin, ExportRoom } from './export-spec.ts'
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

/** An export as its organization sees it. */
export interface ExportView {
  exportId: string
  kind: string
  /** What it is made of; null of exports of earlier releases. */
  origin: ExportOrigin | null
  state: 'queued' | 'running' | 'completed' | 'failed' | 'canceled' | 'expired' | 'withdrawn'
  fileName: string
  /** Size of the file; 0 until it is finished. */
  rows: number
  /** Of those: cost nothing, because their records had been paid for. Null where no row is charged, or not yet. */
  rowsPaidBefore: number | null
  bytes: number
  /** 0 to 100, whole. */
  progressPercent: number
  createdAt: Date
  finishedAt: Date | null
  /** When the file goes; null while there is none. */
  expiresAt: Date | null
  /** Works for a day at most, without a key; null while there is no file. */
  downloadUrl: string | null
  /** A sentence for clients; null when nothing went wrong. */
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
  /**
   * For the handler of an operation whose price is `late`: the export of a request that pays, begun in the transaction that
   * hands over its hold. Throws what `refuse` makes of a refusal.
   */
  start<P extends object, R, D>(
    call: Call,
    definition: ExportDefinition<P, R, D>,
    paid: PaidExport<P>,
  ): ReturnType<typeof startExport>
  /** What an organization may still export this month. */
  allowance(organizationId: string): Promise<Allowance>
  /** Undefined for an unknown id, and for another organization's. */
  find(organizationId: string, exportId: string): Promise<ExportView | undefined>
  /** Those of an organization, newest first, after the last of the page before. */
  list(
    organizationId: string,
    page: { after: { createdAt: Date; id: string } | undefined; most: number },
  ): Promise<ExportView[]>
  /** Tidies up after exports that ended, and forgets old ones, a batch; answers how many. */
  purge(nowMs: number): Promise<number>
}

interface ExportsSettings extends ExportRoom, BeginSettings {
  jobs: Pick<Jobs, 'begin' | 'start' | 'ready' | 'look' | 'isUnfinished'>
  downloads: Pick<Downloads, 'link'>
  mail: Pick<Mail, 'send'>
  recordReads: Pick<RecordReads, 'claim'>
}

export function openExports(settings: ExportsSettings): Exports {
  const { db, jobs } = settings
  return {
    ...openExportWriter({ ...settings, announce: (exportId) => mailLinks(settings, exportId) }),
    ready: () => jobs.ready(),
    begin: (tx, definition, request) => beginExport(settings, tx, definition, request),
    start: (call, definition, paid) => startExport(settings, call, definition, paid),
    allowance: (organizationId) => readAllowance(settings, db, organizationId),
    async find(organizationId, exportId) {
      const row = await selectExport(db, exportId)
      if (row === undefined || row.organizationId !== organizationId) return undefined
      return lookAt(settings, row)
    },
    async list(organizationId, page) {
      const rows = await selectExports(db, organizationId, page)
      return Promise.all(rows.map((row) => lookAt(settings, row)))
    },
    async purge(nowMs) {
      const purged = await purge(settings, nowMs)
      await mailLinks(settings)
      return purged
    },
  }
}

type ViewRoom = Pick<ExportsSettings, 'db' | 'clock'> & {
  jobs: Pick<Jobs, 'look'>
  downloads: Pick<Downloads, 'link'>
}

async function lookAt(room: ViewRoom, row: ExportRow): Promise<ExportView> {
  const { id, taskId, kind, organizationId } = row
  // Its job is over, and may be gone.
  if (row.isClosed && row.finishedAt !== null) return buildView(room, row, undefined)
  const job = await room.jobs.look({ id: taskId, kind, organizationId })
  // Read after the job, whose end charges the file and writes down what that came to.
  return buildView(room, (await selectExport(room.db, id)) ?? row, job)
}

/** A file is nobody's before it is charged, which the end of its job does. */
const hideUncharged = (row: ExportRow, job: JobView | undefined): ExportRow =>
  row.isWithdrawn || (job?.state !== 'queued' && job?.state !== 'running')
    ? row
    : { ...row, rows: 0, bytes: 0, blobId: null, finishedAt: null, expiresAt: null }

function buildView(
  { clock, downloads }: Pick<ViewRoom, 'clock' | 'downloads'>,
  stored: ExportRow,
  job: JobView | undefined,
): ExportView {
  const row = hideUncharged(stored, job)
  const state = findState(row, job, clock.now())
  const { id: exportId, organizationId, kind, fileName, contentType, blobId } = row
  const leftMs = (row.expiresAt?.getTime() ?? 0) - clock.now()
  const file = { exportId, organizationId, fileName, contentType, livesMs: Math.min(linkMs, leftMs) }
  const hasFile = state === 'completed' && blobId !== null
  return {
    exportId,
    kind,
    origin: row.originKind === null ? null : { kind: row.originKind, id: row.originId },
    state,
    fileName,
    rows: row.rows,
    rowsPaidBefore: row.rowsPaidBefore,
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
    if (await jobs.isUnfinished(db, taskId)) continue
    if (finishedAt === null) await removeParts(room, id)
    await db.transact(async (tx) => {
      const row = await lockExport(tx, id)
      if (row === undefined || !(await closeExport(tx, id))) return
      await dropRecords(tx, id)
      // Rows that were never written do not count.
      if (row.finishedAt === null) await giveRowsBack(tx, row, row.mostRows)
    })
  }
  await forgetExpired(db, nowMs)
  await deleteMonths(db, nowMs - 400 * dayMs)
  return deleteExports(db, { beforeMs: nowMs - showMs, most: sweepBatch })
}
