import { newId } from '../../lib/ids.ts'
import type { Call, JobAccount, JobAnswer, PriceLine } from '../../operation/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { withoutFields } from './column.ts'
import type { ExportDefinition } from './define-export.ts'
import { insertExport } from './export-rows.ts'
import type { ExportOrigin, ExportParams, ExportRoom } from './export-spec.ts'
import { findFileType, type FileForm } from './file-form.ts'
import { readQuota, takenRows, takeRows, toMonth } from './quota-rows.ts'

export interface ExportRequest<P> {
  organizationId: string
  /** The cause named in the journal: `exportProspects`. */
  operationId: string
  given: P
  /** What it is made of, which lists of exports show. */
  origin: ExportOrigin
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

/** An export that a request pays for: the most its rows can cost is held until it ends. */
export interface PaidExport<P> extends Omit<ExportRequest<P>, 'organizationId' | 'operationId'> {
  lines: readonly PriceLine[]
  /** The error that a refusal is answered with. */
  refuse(refusal: ExportRefusal): Error
  /** Runs in the transaction that begins it. */
  note?(tx: Queryable, exportId: string): Promise<unknown>
}

/** Rows of the calendar month. */
export interface Allowance {
  quota: number
  used: number
  left: number
}

/** Nothing was written. */
export type ExportRefusal =
  | ({ reason: 'over-quota' } & Allowance)
  | { reason: 'unknown-fields'; fields: readonly string[] }
  | { reason: 'no-fields' }

export type ExportOutcome =
  | { begun: true; exportId: string; mostRows: number }
  | ({ begun: false } & ExportRefusal)

export interface BeginSettings {
  db: ExportRoom['db']
  clock: ExportRoom['clock']
  jobs: Pick<Jobs, 'begin' | 'start'>
  /** Most rows that a subscription exports in a calendar month, unless it is set otherwise. */
  monthlyRows: number
}

export async function readAllowance(
  { clock, monthlyRows }: Pick<BeginSettings, 'clock' | 'monthlyRows'>,
  on: Queryable,
  organizationId: string,
): Promise<Allowance> {
  const quota = await readQuota(on, organizationId, monthlyRows)
  const used = await takenRows(on, { organizationId, month: toMonth(clock.now()) })
  return { quota, used, left: Math.max(0, quota - used) }
}

type Definition<P extends object, R, D> = ExportDefinition<P, R, D>
type Wanted<P> = Omit<ExportRequest<P>, 'operationId'>

/** Takes the rows of an export from the quota and begins its job, in one transaction. */
export async function beginExport<P extends object, R, D>(
  settings: BeginSettings,
  tx: Queryable,
  definition: Definition<P, R, D>,
  request: ExportRequest<P>,
): Promise<ExportOutcome> {
  const { organizationId, operationId } = request
  const refusal = checkColumns(definition, request) ?? (await takeQuota(settings, tx, request))
  if (refusal !== undefined) return { begun: false, ...refusal }
  const { exportId, params, items } = makeJob(settings, definition, request)
  const begun = await settings.jobs.begin(tx, definition, { organizationId, operationId, params, items })
  // It costs nothing, so credits cannot run short.
  if (!begun.begun) throw new Error(`${definition.id}: ${begun.reason}`)
  await storeExport(settings, tx, { definition, request, exportId, taskId: begun.taskId })
  return { begun: true, exportId, mostRows: params.mostRows }
}

/** The same for a request that pays: quota, job and export begin in the transaction that hands over its hold. */
export async function startExport<P extends object, R, D>(
  settings: BeginSettings,
  call: Call,
  definition: Definition<P, R, D>,
  paid: PaidExport<P>,
): Promise<{ exportId: string; begin(tx: Queryable, account: JobAccount): Promise<void> }> {
  const request = { ...paid, organizationId: call.organizationId }
  const refusal = checkColumns(definition, request)
  if (refusal !== undefined) throw paid.refuse(refusal)
  const { exportId, params, items } = makeJob(settings, definition, request)
  const started: JobAnswer<string> = await settings.jobs.start(definition, call, {
    params,
    items,
    charging: 'later',
    lines: paid.lines,
    output: (taskId) => taskId,
  })
  return {
    exportId,
    async begin(tx, account) {
      const overQuota = await takeQuota(settings, tx, request)
      if (overQuota !== undefined) throw paid.refuse(overQuota)
      await started.begin?.(tx, account)
      await storeExport(settings, tx, { definition, request, exportId, taskId: started.output })
      await paid.note?.(tx, exportId)
    },
  }
}

const countRows = ({ rows, maxRows }: Pick<ExportRequest<unknown>, 'rows' | 'maxRows'>) =>
  Math.min(rows, maxRows ?? Infinity)

function checkColumns<P extends object, R, D>(
  { spec }: Definition<P, R, D>,
  { given: exportParams, excludeFields = [] }: Pick<ExportRequest<P>, 'given' | 'excludeFields'>,
): ExportRefusal | undefined {
  const { columns, unknown } = withoutFields(spec.columns(exportParams), excludeFields)
  if (unknown.length > 0) return { reason: 'unknown-fields', fields: unknown }
  return columns.length === 0 ? { reason: 'no-fields' } : undefined
}

async function takeQuota(
  settings: BeginSettings,
  tx: Queryable,
  request: Wanted<unknown>,
): Promise<ExportRefusal | undefined> {
  const { organizationId } = request
  const month = toMonth(settings.clock.now())
  const quota = await readQuota(tx, organizationId, settings.monthlyRows)
  if (await takeRows(tx, { organizationId, month }, { rows: countRows(request), quota })) return undefined
  return { reason: 'over-quota', ...(await readAllowance(settings, tx, organizationId)) }
}

function makeJob<P extends object, R, D>(
  { clock }: BeginSettings,
  { spec: { partRows } }: Definition<P, R, D>,
  request: Wanted<P>,
): { exportId: string; params: ExportParams<P>; items: { part: number }[] } {
  const { form, excludeFields = [] } = request
  const mostRows = countRows(request)
  const exportId = newId('exp', clock)
  const parts = Math.max(1, Math.ceil(mostRows / partRows))
  return {
    exportId,
    params: { exportId, given: request.given, form, excludeFields, mostRows, partRows },
    items: Array.from({ length: parts }, (_, part) => ({ part })),
  }
}

async function storeExport<P extends object, R, D>(
  { clock }: BeginSettings,
  tx: Queryable,
  {
    definition: { spec },
    request,
    exportId,
    taskId,
  }: { definition: Definition<P, R, D>; request: Wanted<P>; exportId: string; taskId: string },
): Promise<void> {
  const { contentType, ending } = findFileType(request.form)
  await insertExport(tx, {
    id: exportId,
    organizationId: request.organizationId,
    kind: spec.id,
    taskId,
    contentType,
    fileName: `${spec.fileName(request.given)}.${ending}`,
    mostRows: countRows(request),
    month: toMonth(clock.now()),
    originKind: request.origin.kind,
    originId: request.origin.id,
    mailTo: request.mailTo ?? null,
    createdAt: new Date(clock.now()),
  })
}
