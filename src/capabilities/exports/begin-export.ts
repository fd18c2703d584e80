import { Failure, invalidMember, type Call } from '../../operation/index.ts'
import { outOfOrder, readSituation, type Audience } from '../audiences/index.ts'
import { readOrigin } from '../../platform/audit/index.ts'
import type { ExportDefinition, ExportRefusal } from '../../platform/exports/index.ts'
import type { z } from 'zod'
import type { AudienceExportParameters } from './export-parameters.ts'
import { exportFailures } from './failures.ts'
import { adviceOn, type ExportFormat, type FileType, type FormatName } from './formats/index.ts'
import type { exportBegun } from './schema.ts'
import type { ExportsDeps } from './slice.ts'

/** Input of both operations. */
interface ExportRequest {
  audienceId: string
  format: FormatName
  maxRowsToExport: number | undefined
  excludeFields: readonly string[]
  userEmail: string | undefined
  fileType: FileType
  onlyWithContacts: boolean
}

interface Side<R> {
  definition: ExportDefinition<AudienceExportParameters, R, ExportsDeps>
  formats: readonly ExportFormat<R>[]
  kind: 'company' | 'person'
  /** Id of the operation that has the other formats. */
  other: string
}

/** Begins an export of an audience. Throws the failure that forbids it. */
export async function beginExport<R>(
  deps: ExportsDeps,
  call: Call,
  { request, side }: { request: ExportRequest; side: Side<R> },
): Promise<z.output<typeof exportBegun>> {
  const { organizationId, operationId, nowMs } = call
  const format = chooseFormat(request, side)
  const audience = await exportable(deps, organizationId, request.audienceId)
  const rows = Math.min(audience.counts[side.kind], request.maxRowsToExport ?? Infinity)
  const { exports } = deps
  await exports.ready()
  const { left } = await exports.allowance(organizationId)
  const exportId = await deps.db.transact(async (tx) => {
    const begun = await exports.begin(tx, side.definition, {
      organizationId,
      operationId,
      given: {
        audienceId: audience.id,
        audienceName: audience.name,
        version: audience.version,
        format: request.format,
        onlyWithContacts: request.onlyWithContacts,
        asOf: new Date(nowMs).toISOString().slice(0, 10),
      },
      origin: { kind: 'audience', id: audience.id },
      form: { format: request.fileType },
      rows,
      excludeFields: request.excludeFields,
      mailTo: deps.isSandbox ? undefined : request.userEmail,
    })
    if (!begun.begun) throw refusal(begun.reason)
    const detail = { audienceId: audience.id, format: request.format, rows }
    const entry = {
      organizationId,
      by: readOrigin(call),
      action: 'export.begun',
      subject: begun.exportId,
      detail,
    }
    await deps.audit.append(tx, entry)
    return begun.exportId
  })
  const advice = adviceOn(format, rows)
  if (advice !== undefined) call.advise(advice)
  call.advise('Poll getExport until status is completed; downloadUrl is the file.')
  return {
    message: 'The export is being written.',
    estimatedRows: rows,
    maxRowsAllowed: left,
    exportId,
    downloadUrl: null,
    expiresAt: null,
  }
}

/** The requested format. Throws a 400 for one that this kind of export does not have. */
export function chooseFormat<R>(
  { format, fileType, excludeFields }: Pick<ExportRequest, 'format' | 'fileType' | 'excludeFields'>,
  { formats, other }: Pick<Side<R>, 'formats' | 'other'>,
): ExportFormat<R> {
  const chosenFormat = formats.find(({ name }) => name === format)
  if (chosenFormat === undefined)
    throw invalidMember(
      'format',
      `Expected one of ${formats.map(({ name }) => name).join(', ')}; ${other} has ${format}.`,
      'wrong_format',
    )
  if (!chosenFormat.fileTypes.includes(fileType))
    throw invalidMember(
      'fileType',
      `Expected ${chosenFormat.fileTypes.join(', ')} with ${format}.`,
      'wrong_file_type',
    )
  if (excludeFields.length === 0) return chosenFormat
  if (!chosenFormat.hasFields)
    throw invalidMember(
      'excludeFields',
      `Expected none with ${format}: its platform requires all columns.`,
      'fixed_columns',
    )
  const names = new Set(chosenFormat.columns.map(({ name }) => name))
  const unknown = excludeFields.findIndex((name) => !names.has(name))
  if (unknown >= 0)
    throw invalidMember(
      `excludeFields[${unknown}]`,
      `Expected a column of ${format}: ${[...names].join(', ')}.`,
      'unknown_field',
    )
  return chosenFormat
}

/** An audience whose members can be read. A deleted one and one of another organization count as unknown. */
async function exportable(deps: ExportsDeps, organizationId: string, audienceId: string): Promise<Audience> {
  const { db, lists } = deps.audiences
  const audience = await lists.find(db, organizationId, audienceId)
  if (audience === undefined || audience.archivedAt !== null) throw new Failure('not-found')
  const refused = outOfOrder('export', readSituation(audience))
  if (refused === undefined) return audience
  throw exportFailures.of(
    refused === 'audience-building' ? 'audience-being-built' : 'audience-not-exportable',
  )
}

export function refusal(reason: ExportRefusal['reason']): Failure {
  if (reason === 'over-quota') return exportFailures.of('export-quota-exceeded')
  return exportFailures.of('export-without-columns')
}
